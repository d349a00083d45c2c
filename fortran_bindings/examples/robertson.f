C     robertson.f - a driver as written for DDASSL: H. H. Robertson's
C     reactions, the third equation replaced by conservation of mass.
C     Nothing in it knows of mbdae; it runs on
C         gfortran robertson.f -lmbdae_dassl
C     as it does on DASSL itself.
      PROGRAM ROBER
      IMPLICIT NONE
      INTEGER NEQ, LRW, LIW, I, K, IDID
      PARAMETER (NEQ=3, LRW=40+9*NEQ+NEQ**2, LIW=20+NEQ)
      EXTERNAL RES, JAC
      DOUBLE PRECISION T, TOUT, Y(NEQ), YPRIME(NEQ), RTOL, ATOL
      DOUBLE PRECISION RWORK(LRW), RPAR(1)
      INTEGER INFO(15), IWORK(LIW), IPAR(1)
      DATA Y /1D0, 0D0, 0D0/, YPRIME /-0.04D0, 0.04D0, 0D0/
      DO 10 I = 1, 15
        INFO(I) = 0
   10 CONTINUE
      INFO(5) = 1
      RTOL = 1D-8
      ATOL = 1D-12
      IPAR(1) = 0
      T = 0D0
      TOUT = 0.4D0
      DO 30 K = 1, 7
   20   CALL DDASSL(RES, NEQ, T, Y, YPRIME, TOUT, INFO, RTOL, ATOL,
     &              IDID, RWORK, LRW, IWORK, LIW, RPAR, IPAR, JAC)
        IF (IDID .EQ. -1) THEN
          INFO(1) = 1
          GO TO 20
        END IF
        WRITE (*, '(I4, 1P, E10.2, 3E18.10)') IDID, T, Y
        IF (IDID .LT. 0) STOP 1
        TOUT = TOUT * 10D0
   30 CONTINUE
      WRITE (*, '(A, 5I7)') 'steps, residuals, matrices, failures',
     &    (IWORK(I), I = 11, 15)
      IF (IPAR(1) .EQ. 0) STOP 2
      END

      SUBROUTINE RES(T, Y, YPRIME, DELTA, IRES, RPAR, IPAR)
      DOUBLE PRECISION T, Y(3), YPRIME(3), DELTA(3), RPAR(*)
      INTEGER IRES, IPAR(*)
      DELTA(1) = YPRIME(1) + 0.04D0*Y(1) - 1D4*Y(2)*Y(3)
      DELTA(2) = YPRIME(2) - 0.04D0*Y(1) + 1D4*Y(2)*Y(3) + 3D7*Y(2)**2
      DELTA(3) = Y(1) + Y(2) + Y(3) - 1D0
      IPAR(1) = IPAR(1) + 1
      END

      SUBROUTINE JAC(T, Y, YPRIME, PD, CJ, RPAR, IPAR)
      DOUBLE PRECISION T, Y(3), YPRIME(3), PD(3,3), CJ, RPAR(*)
      INTEGER IPAR(*)
      PD(1,1) = CJ + 0.04D0
      PD(1,2) = -1D4*Y(3)
      PD(1,3) = -1D4*Y(2)
      PD(2,1) = -0.04D0
      PD(2,2) = CJ + 1D4*Y(3) + 6D7*Y(2)
      PD(2,3) = 1D4*Y(2)
      PD(3,1) = 1D0
      PD(3,2) = 1D0
      PD(3,3) = 1D0
      END
