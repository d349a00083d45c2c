C     Two-link manipulator whose tip follows a parabola, in Fortran 77.
C
C     Equal slender links of unit length and mass; Q(1) is the angle of
C     link 1 against the horizontal, Q(2) that of link 2 against link 1.
C     Tip X2 = cos Q1 + cos(Q1+Q2), Y2 = sin Q1 + sin(Q1+Q2), held on
C         Y2 - X2**2 + 4 cos(70 deg)**2 = 0.
C     H. Chin, thesis, Univ. of British Columbia 1995, section 4.4.3,
C     case I. Prints angles and velocities at T = 0, 1, ..., 10.
      PROGRAM MANIP
      IMPLICIT NONE
      INCLUDE 'mbdae_parameters.inc'
      INTEGER N, M, LW, LIW
      PARAMETER (N=2, M=1, LW=500, LIW=150)
      EXTERNAL AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ, GIN, SOLOUT
      DOUBLE PRECISION BAUMG(2), X, Q(N), V(N), H, RTOL, ATOL, WORK(LW)
      DOUBLE PRECISION DEGREE
      INTEGER IWORK(LIW), IDID, I
      CHARACTER*400 TEXT
C     The time of the next line of output, shared with SOLOUT
      DOUBLE PRECISION XOUT
      COMMON /OUTPUT/ XOUT

      DO 10 I = 1, LW
        WORK(I) = 0D0
   10 CONTINUE
      DO 20 I = 1, LIW
        IWORK(I) = 0
   20 CONTINUE
      BAUMG(1) = 0D0
      BAUMG(2) = 0D0
      DEGREE = ATAN(1D0) / 45D0
      X = 0D0
      Q(1) = 70D0 * DEGREE
      Q(2) = -140D0 * DEGREE
      V(1) = 0D0
      V(2) = 0D0
      H = 0D0
      RTOL = 1D-8
      ATOL = 1D-8
      XOUT = X

      WRITE (*, '(A)') '#   t          theta1          theta2' //
     &    '          omega1          omega2'
      CALL RKSTAB(0, N, M, 0, AMAT, FCN, GCN, GCNQ, GCNT, GCNQQ, GIN,
     &    BAUMG, X, Q, V, 10D0, H, RTOL, ATOL, 0D0, 0, SOLOUT, 1, WORK,
     &    LW, IWORK, LIW, 0, 0, IDID)
      CALL RKSTAB_EXPLAIN(IDID, WORK, IWORK, TEXT)
      WRITE (*, '(A, A)') '# ', TEXT(1:78)
      WRITE (*, '(A, 2I6, 1P, 2E10.1)') '# steps, fcn, drift:',
     &    IWORK(RKSTAB_NSTEP), IWORK(RKSTAB_NFCN), WORK(RKSTAB_DRIFTP),
     &    WORK(RKSTAB_DRIFTV)
      IF (IDID .LT. 0) STOP 1
      END

C     Mass matrix
      SUBROUTINE AMAT(N, NDIM, T, Q, AM)
      IMPLICIT NONE
      INTEGER N, NDIM
      DOUBLE PRECISION T, Q(N), AM(NDIM,N), C2
      C2 = COS(Q(2))
      AM(1,1) = 5D0 / 3D0 + C2
      AM(2,1) = 1D0 / 3D0 + 0.5D0 * C2
      AM(1,2) = AM(2,1)
      AM(2,2) = 1D0 / 3D0
      END

C     Weight and gyroscopic forces
      SUBROUTINE FCN(N, T, Q, V, F)
      IMPLICIT NONE
      INTEGER N
      DOUBLE PRECISION T, Q(N), V(N), F(N), S2, C1, C12, GRAV
      PARAMETER (GRAV=9.81D0)
      S2 = SIN(Q(2))
      C1 = COS(Q(1))
      C12 = COS(Q(1) + Q(2))
      F(1) = -GRAV * (1.5D0 * C1 + 0.5D0 * C12)
     &    + 0.5D0 * S2 * (2D0 * V(1) + V(2)) * V(2)
      F(2) = -GRAV * 0.5D0 * C12 - 0.5D0 * S2 * V(1)**2
      END

C     The parabola
      SUBROUTINE GCN(M, N, T, Q, G)
      IMPLICIT NONE
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), G(M), X2, Y2, BETA
      BETA = 4D0 * COS(70D0 * ATAN(1D0) / 45D0)**2
      X2 = COS(Q(1)) + COS(Q(1) + Q(2))
      Y2 = SIN(Q(1)) + SIN(Q(1) + Q(2))
      G(1) = Y2 - X2**2 + BETA
      END

C     Its derivative by Q: dY2 - 2 X2 dX2
      SUBROUTINE GCNQ(M, N, T, Q, GQ)
      IMPLICIT NONE
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), GQ(M,N), S1, C1, S12, C12
      S1 = SIN(Q(1))
      C1 = COS(Q(1))
      S12 = SIN(Q(1) + Q(2))
      C12 = COS(Q(1) + Q(2))
      GQ(1,1) = C1 + C12 + 2D0 * (C1 + C12) * (S1 + S12)
      GQ(1,2) = C12 + 2D0 * (C1 + C12) * S12
      END

C     The constraint does not depend on time
      SUBROUTINE GCNT(M, N, T, Q, GT)
      IMPLICIT NONE
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), GT(M)
      GT(1) = 0D0
      END

C     L, the second derivative of g along Q + s V
      SUBROUTINE GCNQQ(M, N, T, Q, V, L)
      IMPLICIT NONE
      INTEGER M, N
      DOUBLE PRECISION T, Q(N), V(N), L(M), S1, C1, S12, C12, W, XS
      DOUBLE PRECISION XSS, YSS
      S1 = SIN(Q(1))
      C1 = COS(Q(1))
      S12 = SIN(Q(1) + Q(2))
      C12 = COS(Q(1) + Q(2))
      W = V(1) + V(2)
      XS = -S1 * V(1) - S12 * W
      XSS = -C1 * V(1)**2 - C12 * W**2
      YSS = -S1 * V(1)**2 - S12 * W**2
      L(1) = YSS - 2D0 * (XS**2 + (C1 + C12) * XSS)
      END

C     No inequalities: never called with MI = 0
      SUBROUTINE GIN(MI, N, T, Q, V, GI)
      IMPLICIT NONE
      INTEGER MI, N
      DOUBLE PRECISION T, Q(N), V(N), GI(*)
      END

C     Equidistant output from the interpolant of the step
      SUBROUTINE SOLOUT(NR, XOLD, X, N, Q, V, M, XLAM, RCONT, ICONT,
     &    IRTRN)
      IMPLICIT NONE
      INTEGER NR, N, M, ICONT(*), IRTRN
      DOUBLE PRECISION XOLD, X, Q(N), V(N), XLAM(M), RCONT(*)
      DOUBLE PRECISION XOUT, QOUT(2), VOUT(2)
      COMMON /OUTPUT/ XOUT
   10 IF (XOUT .GT. X) RETURN
      CALL CONTRK(XOUT, RCONT, ICONT, QOUT, VOUT)
      WRITE (*, '(F5.1, 4F16.10)') XOUT, QOUT, VOUT
      XOUT = XOUT + 1D0
      GO TO 10
      END
