C     The Fortran door of the model checker: a right model passes, a
C     wrong entry is found and named, texts are blank padded.
      PROGRAM FCHECK
      IMPLICIT NONE
      INCLUDE 'mbdae_parameters.inc'
      INTEGER LW
      PARAMETER (LW=2000)
      EXTERNAL AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ, WRONGQ, NOLDAM, NANQ
      INTEGER MBDAE_CHECK_MODEL_LWORK
      EXTERNAL MBDAE_CHECK_MODEL_LWORK
      DOUBLE PRECISION REPORT(3,0:MBDAE_CHECKS-1), WORK(LW), Q(2), V(2)
      INTEGER PLACE(3,0:MBDAE_CHECKS-1), NFAIL, K, NBAD
      CHARACTER*300 TEXT
      DATA Q /0.6D0, -0.8D0/, V /1.6D0, 1.2D0/
      COMMON /FAILED/ NBAD
      NBAD = 0

      CALL MBDAE_CHECK_MODEL(0, 2, 1, AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ,
     &    0.5D0, Q, V, REPORT, PLACE, WORK, LW, NFAIL)
      CALL EQUAL('right model', NFAIL, 0)
      DO 10 K = 0, MBDAE_CHECKS - 1
        CALL EQUAL('verdict', PLACE(1,K), MBDAE_PASSED)
   10 CONTINUE

      CALL MBDAE_CHECK_MODEL(0, 2, 1, AMAT, FCN, GCN, WRONGQ, GCNT,
     &    GCNQQ, 0.5D0, Q, V, REPORT, PLACE, WORK, LW, NFAIL)
      CALL EQUAL('wrong entry', NFAIL, 1)
      CALL EQUAL('its check', PLACE(1,MBDAE_CHECK_G), MBDAE_FAILED)
      CALL EQUAL('its row', PLACE(2,MBDAE_CHECK_G), 0)
      CALL EQUAL('its column', PLACE(3,MBDAE_CHECK_G), 1)
      CALL TRUE('given', ABS(REPORT(2,MBDAE_CHECK_G) - 0.8D0) .LT. 1D-9)
      CALL TRUE('expected',
     &    ABS(REPORT(3,MBDAE_CHECK_G) + 0.8D0) .LT. 1D-9)
      TEXT = 'x'
      CALL MBDAE_CHECK_EXPLAIN(MBDAE_CHECK_G, REPORT, PLACE, TEXT)
      CALL TRUE('text', INDEX(TEXT, 'FAILED: row 0, column 1') .GT. 0)
      CALL TRUE('padded', TEXT(290:) .EQ. ' ')

      CALL MBDAE_CHECK_MODEL(0, 2, 1, NOLDAM, FCN, GCN, GCNQ, GCNT,
     &    GCNQQ, 0.5D0, Q, V, REPORT, PLACE, WORK, LW, NFAIL)
      CALL EQUAL('NDIM ignored', PLACE(1,MBDAE_CHECK_LDAM),
     &    MBDAE_FAILED)
      CALL EQUAL('and nothing else', NFAIL, 1)

C     A NaN: its routine, row and column
      CALL MBDAE_CHECK_MODEL(0, 2, 1, AMAT, FCN, GCN, NANQ, GCNT,
     &    GCNQQ, 0.5D0, Q, V, REPORT, PLACE, WORK, LW, NFAIL)
      CALL EQUAL('NaN', NFAIL, MBDAE_GCNQ_NOT_FINITE)
      CALL EQUAL('NaN found', PLACE(1,MBDAE_CHECK_CALLS), MBDAE_FAILED)
      CALL EQUAL('NaN row', PLACE(2,MBDAE_CHECK_CALLS), 0)
      CALL EQUAL('NaN column', PLACE(3,MBDAE_CHECK_CALLS), 1)
      CALL MBDAE_CHECK_EXPLAIN(MBDAE_CHECK_CALLS, REPORT, PLACE, TEXT)
      CALL TRUE('NaN named', INDEX(TEXT, 'gcnq(0,1) is NaN') .GT. 0)

C     A query, a short work array, a bad size
      CALL MBDAE_CHECK_MODEL(0, 2, 1, AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ,
     &    0.5D0, Q, V, REPORT, PLACE, WORK, -1, NFAIL)
      CALL EQUAL('query', NFAIL, MBDAE_QUERY)
      CALL EQUAL('length', INT(WORK(1)), MBDAE_CHECK_MODEL_LWORK(2, 1))
      CALL MBDAE_CHECK_MODEL(0, 2, 1, AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ,
     &    0.5D0, Q, V, REPORT, PLACE, WORK, 10, NFAIL)
      CALL EQUAL('short', NFAIL, MBDAE_CHECK_RANGE_LWORK)
      CALL EQUAL('bad N', MBDAE_CHECK_MODEL_LWORK(0, 1),
     &    MBDAE_CHECK_RANGE_N)

      IF (NBAD .GT. 0) STOP 1
      WRITE (*, '(A)') 'all as expected'
      END

C     A pendulum of unit length
      SUBROUTINE AMAT(N, NDIM, T, Q, AM)
      INTEGER N, NDIM, I, J
      DOUBLE PRECISION T, Q(N), AM(NDIM,N)
C     zeros in all of AM, padding included, are no mistake
      DO 20 J = 1, N
        DO 10 I = 1, NDIM
          AM(I,J) = 0D0
   10   CONTINUE
        AM(J,J) = 1D0
   20 CONTINUE
      END

      SUBROUTINE NOLDAM(N, NDIM, T, Q, AM)
      INTEGER N, NDIM
      DOUBLE PRECISION T, Q(N), AM(N,N)
      AM(1,1) = 1D0
      AM(2,2) = 1D0
      END

      SUBROUTINE FCN(N, T, Q, V, F)
      INTEGER N
      DOUBLE PRECISION T, Q(N), V(N), F(N)
      F(2) = -9.81D0
      END

      SUBROUTINE GCN(M, N, T, Q, G)
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), G(M)
      G(1) = 0.5D0 * (Q(1)**2 + Q(2)**2 - 1D0)
      END

      SUBROUTINE GCNQ(M, N, T, Q, GQ)
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), GQ(M,N)
      GQ(1,1) = Q(1)
      GQ(1,2) = Q(2)
      END

      SUBROUTINE WRONGQ(M, N, T, Q, GQ)
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), GQ(M,N)
      GQ(1,1) = Q(1)
      GQ(1,2) = -Q(2)
      END

      SUBROUTINE NANQ(M, N, T, Q, GQ)
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), GQ(M,N)
      GQ(1,1) = Q(1)
      GQ(1,2) = (T - T) / (T - T)
      END

      SUBROUTINE GCNT(M, N, T, Q, GT)
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), GT(M)
      GT(1) = 0D0
      END

      SUBROUTINE GCNQQ(M, N, T, Q, V, L)
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), V(N), L(M)
      L(1) = V(1)**2 + V(2)**2
      END

      SUBROUTINE TRUE(WHAT, OK)
      CHARACTER*(*) WHAT
      LOGICAL OK
      INTEGER NBAD
      COMMON /FAILED/ NBAD
      IF (OK) RETURN
      WRITE (*, '(A, A)') 'FAILED: ', WHAT
      NBAD = NBAD + 1
      END

      SUBROUTINE EQUAL(WHAT, GOT, EXPECT)
      CHARACTER*(*) WHAT
      INTEGER GOT, EXPECT
      IF (GOT .NE. EXPECT) WRITE (*, '(2A, 2I8)') WHAT,
     &    ' (got, expected):', GOT, EXPECT
      CALL TRUE(WHAT, GOT .EQ. EXPECT)
      END
