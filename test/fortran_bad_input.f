C     The Fortran door given bad input: the right code, the state kept,
C     texts blank padded and never written past their end.
      PROGRAM BADIN
      IMPLICIT NONE
      INCLUDE 'mbdae_parameters.inc'
      INTEGER LW, LIW, IDID, IWORK(150), I, NBAD
      PARAMETER (LW=500, LIW=150)
      INTEGER RKSTAB_LWORK, RKSTAB_LIWORK
      EXTERNAL RKSTAB_LWORK, RKSTAB_LIWORK
      DOUBLE PRECISION X, Q(2), V(2), WORK(LW)
      CHARACTER*200 TEXT, LONG
      CHARACTER*30 BUFFER
      COMMON /FAILED/ NBAD
      NBAD = 0

C     Negative N: named with its value, nothing touched
      CALL RUN(-2, 1, LW, LIW, 0, X, Q, V, WORK, IWORK, IDID)
      CALL EQUAL('negative N', IDID, RKSTAB_RANGE_N)
      CALL EQUAL('FAILINT is N', IWORK(RKSTAB_FAILINT), -2)
      CALL TRUE('start kept', X .EQ. 0D0 .AND. Q(1) .EQ. 1D0)
      CALL RKSTAB_EXPLAIN(IDID, WORK, IWORK, TEXT)
      CALL TRUE('N in the text', INDEX(TEXT, 'n is out of range') .EQ. 9
     &    .AND. INDEX(TEXT, '-2') .GT. 0)
      CALL PADDED('explain', TEXT)

      CALL EQUAL('lwork of negative N',
     &    RKSTAB_LWORK(-2, 1, 0, IWORK), RKSTAB_RANGE_N)
      CALL EQUAL('liwork of negative N',
     &    RKSTAB_LIWORK(-2, 1, 0, IWORK), RKSTAB_RANGE_N)

      CALL RUN(2, -1, LW, LIW, 0, X, Q, V, WORK, IWORK, IDID)
      CALL EQUAL('negative M', IDID, RKSTAB_RANGE_M)

C     Work array too short: the text tells the length needed
      CALL RUN(2, 1, 40, LIW, 0, X, Q, V, WORK, IWORK, IDID)
      CALL EQUAL('short WORK', IDID, RKSTAB_RANGE_LWORK)
      DO 10 I = 1, LIW
        IF (I .NE. RKSTAB_FAILNEED) IWORK(I) = 0
   10 CONTINUE
      CALL EQUAL('FAILNEED', IWORK(RKSTAB_FAILNEED),
     &    RKSTAB_LWORK(2, 1, 0, IWORK))

C     A query leaves the lengths in the first positions
      CALL RUN(2, 1, -1, LIW, 0, X, Q, V, WORK, IWORK, IDID)
      CALL EQUAL('query', IDID, MBDAE_QUERY)
      CALL EQUAL('LIWORK', IWORK(RKSTAB_LIWORK_AT),
     &    RKSTAB_LIWORK(2, 1, 0, IWORK(65)))

C     NaN from FCN beyond T = 1: the state is the last accepted one
      CALL RUN(2, 1, LW, LIW, 1, X, Q, V, WORK, IWORK, IDID)
      CALL EQUAL('NaN from FCN', IDID, MBDAE_FCN_NOT_FINITE)
      CALL EQUAL('FAILROUTINE', IWORK(RKSTAB_FAILROUTINE), 2)
      CALL TRUE('stopped before 1', X .GT. 0.9D0 .AND. X .LE. 1D0)
      CALL TRUE('length kept', ABS(Q(1)**2 + Q(2)**2 - 1D0) .LT. 1D-9)
      CALL RKSTAB_EXPLAIN(IDID, WORK, IWORK, TEXT)
      CALL TRUE('fcn in the text', INDEX(TEXT, 'fcn') .EQ. 1)
      CALL PADDED('explain NaN', TEXT)

C     Texts: padded, cut, and nothing beyond the piece handed over
      CALL MBDAE_MESSAGE(MBDAE_DONE, TEXT)
      CALL TRUE('message', INDEX(TEXT, 'xend reached') .EQ. 1)
      CALL PADDED('message', TEXT)
      CALL MBDAE_MESSAGE(MBDAE_RANK, LONG)
      BUFFER = '******************************'
      CALL MBDAE_MESSAGE(MBDAE_RANK, BUFFER(11:20))
      CALL TRUE('cut', BUFFER(11:20) .EQ. LONG(1:10))
      CALL TRUE('not beyond', BUFFER(1:10) .EQ. '**********' .AND.
     &    BUFFER(21:30) .EQ. '**********')
      CALL MBDAE_MESSAGE(123456, TEXT)
      CALL TRUE('unknown code', TEXT .NE. ' ')
      CALL PADDED('unknown code', TEXT)
      CALL MBDAE_VERSION(TEXT)
      CALL TRUE('version', INDEX(TEXT, '.') .GT. 1)
      CALL PADDED('version', TEXT)

      IF (NBAD .GT. 0) STOP 1
      WRITE (*, '(A)') 'all as expected'
      END

C     A pendulum; POISON = 1: FCN gives NaN beyond T = 1
      SUBROUTINE RUN(N, M, LW, LIW, POISON, X, Q, V, WORK, IWORK, IDID)
      IMPLICIT NONE
      INTEGER N, M, LW, LIW, POISON, IWORK(150), IDID, I, FLAG
      DOUBLE PRECISION X, Q(2), V(2), WORK(500), H, TOL, BAUMG(2)
      EXTERNAL AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ, GIN, SOLOUT
      COMMON /POISON/ FLAG
      FLAG = POISON
      DO 10 I = 1, 500
        WORK(I) = 0D0
   10 CONTINUE
      DO 20 I = 1, 150
        IWORK(I) = 0
   20 CONTINUE
      X = 0D0
      Q(1) = 1D0
      Q(2) = 0D0
      V(1) = 0D0
      V(2) = 0D0
      H = 0D0
      TOL = 1D-6
      BAUMG(1) = 0D0
      BAUMG(2) = 0D0
      IDID = 9999
      CALL RKSTAB(0, N, M, 0, AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ, GIN,
     &    BAUMG, X, Q, V, 2D0, H, TOL, TOL, 0D0, 0, SOLOUT, 0, WORK, LW,
     &    IWORK, LIW, 0, 0, IDID)
      END

      SUBROUTINE AMAT(N, NDIM, T, Q, AM)
      INTEGER N, NDIM
      DOUBLE PRECISION T, Q(N), AM(NDIM,N)
      AM(1,1) = 1D0
      AM(2,2) = 1D0
      END

      SUBROUTINE FCN(N, T, Q, V, F)
      INTEGER N, FLAG
      DOUBLE PRECISION T, Q(N), V(N), F(N), ZERO
      COMMON /POISON/ FLAG
      F(2) = -9.81D0
      ZERO = T - T
      IF (FLAG .EQ. 1 .AND. T .GT. 1D0) F(1) = ZERO / ZERO
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

      SUBROUTINE GIN(MI, N, T, Q, V, GI)
      INTEGER MI, N
      DOUBLE PRECISION T, Q(N), V(N), GI(*)
      END

      SUBROUTINE SOLOUT(NR, XOLD, X, N, Q, V, M, XLAM, RCONT, ICONT,
     &    IRTRN)
      INTEGER NR, N, M, ICONT(*), IRTRN
      DOUBLE PRECISION XOLD, X, Q(N), V(N), XLAM(M), RCONT(*)
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

C     Printable up to the last non-blank, blank to the end
      SUBROUTINE PADDED(WHAT, TEXT)
      CHARACTER*(*) WHAT, TEXT
      INTEGER I
      DO 10 I = 1, LEN(TEXT)
        CALL TRUE(WHAT // ': unprintable', ICHAR(TEXT(I:I)) .GE. 32)
   10 CONTINUE
      CALL TRUE(WHAT // ': not padded', TEXT(LEN(TEXT):) .EQ. ' ')
      END
