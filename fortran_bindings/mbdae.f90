! mbdae - explicit interfaces of the Fortran doors, and the named codes and positions
!
!     q' = v,   M(t,q) v' = f(t,q,v) - G(t,q)' lambda,   0 = g(t,q)
!
! The arguments are described in rkstab.h, dassl_like.h, bdf2nd_ext.h and check.h, the model routines in
! model.h, those of bdf2nd_ext in bdf2nd_ext.h; positions of work and iwork are the C ones plus one,
! under the same names (mbdae_parameters.inc). Compile this file together with your program: the library
! itself needs no module.
!
! Outputs of model routines are zero on entry: only non-zero entries need to be written. A model
! routine refuses a point by leaving a NaN in its output: the step is retried smaller.
!
! gcn, gcnq, gcnt, gcnqq, gin, baumg and solout may be left out where rkstab.h allows NULL; the
! arguments behind them are then passed by keyword.
module mbdae
  implicit none
  public

  include 'mbdae_parameters.inc'

  abstract interface
    ! mass matrix M(t,q), both triangles
    subroutine mbdae_amat(n, ndim, t, q, am)
      integer, intent(in) :: n, ndim
      double precision, intent(in) :: t, q(n)
      double precision, intent(inout) :: am(ndim, n)
    end subroutine

    ! applied and gyroscopic forces f(t,q,v)
    subroutine mbdae_fcn(n, t, q, v, f)
      integer, intent(in) :: n
      double precision, intent(in) :: t, q(n), v(n)
      double precision, intent(inout) :: f(n)
    end subroutine

    ! position constraints g(t,q)
    subroutine mbdae_gcn(m, n, t, q, g)
      integer, intent(in) :: m, n
      double precision, intent(in) :: t, q(n)
      double precision, intent(inout) :: g(m)
    end subroutine

    ! constraint Jacobian G(t,q)
    subroutine mbdae_gcnq(m, n, t, q, gq)
      integer, intent(in) :: m, n
      double precision, intent(in) :: t, q(n)
      double precision, intent(inout) :: gq(m, n)
    end subroutine

    ! partial time derivative of g; absent: constraints free of time
    subroutine mbdae_gcnt(m, n, t, q, gt)
      integer, intent(in) :: m, n
      double precision, intent(in) :: t, q(n)
      double precision, intent(inout) :: gt(m)
    end subroutine

    ! L with g'' = G v' + L; absent: by differences
    subroutine mbdae_gcnqq(m, n, t, q, v, l)
      integer, intent(in) :: m, n
      double precision, intent(in) :: t, q(n), v(n)
      double precision, intent(inout) :: l(m)
    end subroutine

    ! inequalities gi >= 0; the run stops where one first fails
    subroutine mbdae_gin(mi, n, t, q, v, gi)
      integer, intent(in) :: mi, n
      double precision, intent(in) :: t, q(n), v(n)
      double precision, intent(inout) :: gi(mi)
    end subroutine

    ! output after every accepted step (nr = 2, 3, ...) and at the start (nr = 1); irtrn < 0
    ! interrupts. rcont, icont are for contrk.
    subroutine mbdae_solout(nr, xold, x, n, q, v, m, xlam, rcont, icont, irtrn)
      integer, intent(in) :: nr, n, m
      double precision, intent(in) :: xold, x, q(n), v(n), xlam(m), rcont(*)
      integer, intent(in) :: icont(*)
      integer, intent(inout) :: irtrn
    end subroutine

    ! delta = F(t,y,y'); ires = -1 asks for a smaller step, -2 for an end
    subroutine mbdae_res(t, y, yprime, delta, ires, rpar, ipar)
      double precision, intent(in) :: t, y(*), yprime(*)
      double precision, intent(inout) :: delta(*), rpar(*)
      integer, intent(inout) :: ires, ipar(*)
    end subroutine

    ! pd = dF/dy + cj dF/dy', as DDASSL wants it
    subroutine mbdae_jac(t, y, yprime, pd, cj, rpar, ipar)
      double precision, intent(in) :: t, y(*), yprime(*), cj
      double precision, intent(inout) :: pd(*), rpar(*)
      integer, intent(inout) :: ipar(*)
    end subroutine

    ! bdf2nd_ext: forces fa, derivatives fd of r, and d, which defines w
    subroutine mbdae_fcn_ext(nq, nr, nw, ns, nlam, t, q, v, r, w, s, xlam, fa, fd, d)
      integer, intent(in) :: nq, nr, nw, ns, nlam
      double precision, intent(in) :: t, q(nq), v(nq), r(nr), w(nw), s(ns), xlam(nlam)
      double precision, intent(inout) :: fa(nq), fd(nr), d(nw)
    end subroutine

    ! bdf2nd_ext: contact equations h, which define s, and constraints g
    subroutine mbdae_gcn_ext(nq, ns, nlam, t, q, s, h, g)
      integer, intent(in) :: nq, ns, nlam
      double precision, intent(in) :: t, q(nq), s(ns)
      double precision, intent(inout) :: h(ns), g(nlam)
    end subroutine

    ! bdf2nd_ext: G = g_q - g_s h_s^-1 h_q; absent: by differences
    subroutine mbdae_gcnq_ext(nq, ns, nlam, t, q, s, gq)
      integer, intent(in) :: nq, ns, nlam
      double precision, intent(in) :: t, q(nq), s(ns)
      double precision, intent(inout) :: gq(nlam, nq)
    end subroutine
  end interface

  interface
    ! lrcont, licont are accepted and ignored
    subroutine rkstab(ihol, n, m, mi, amat, fcn, gcn, gcnq, gcnt, gcnqq, gin, baumg, x, q, v, xend, &
                      h, rtol, atol, datol, itol, solout, iout, work, lwork, iwork, liwork, lrcont, &
                      licont, idid)
      import :: mbdae_amat, mbdae_fcn, mbdae_gcn, mbdae_gcnq, mbdae_gcnt, mbdae_gcnqq, mbdae_gin, &
                mbdae_solout
      integer, intent(in) :: ihol, n, m, mi
      procedure(mbdae_amat) :: amat
      procedure(mbdae_fcn) :: fcn
      procedure(mbdae_gcn), optional :: gcn
      procedure(mbdae_gcnq), optional :: gcnq
      procedure(mbdae_gcnt), optional :: gcnt
      procedure(mbdae_gcnqq), optional :: gcnqq
      procedure(mbdae_gin), optional :: gin
      double precision, intent(in), optional :: baumg(2)
      double precision, intent(inout) :: x, q(*), v(*)
      double precision, intent(in) :: xend
      double precision, intent(inout) :: h
      double precision, intent(in) :: rtol(*), atol(*), datol
      integer, intent(in) :: itol
      procedure(mbdae_solout), optional :: solout
      integer, intent(in) :: iout, lwork, liwork, lrcont, licont
      double precision, intent(inout) :: work(*)
      integer, intent(inout) :: iwork(*)
      integer, intent(out) :: idid
    end subroutine

    ! q and v at time s, told <= s <= t, inside solout
    subroutine contrk(s, rcont, icont, q, v)
      double precision, intent(in) :: s, rcont(*)
      integer, intent(in) :: icont(*)
      double precision, intent(inout) :: q(*), v(*)
    end subroutine

    ! lengths of work and iwork for the options in iwork; negative: the code of the bad argument
    integer function rkstab_lwork(n, m, mi, iwork)
      integer, intent(in) :: n, m, mi, iwork(*)
    end function

    integer function rkstab_liwork(n, m, mi, iwork)
      integer, intent(in) :: n, m, mi, iwork(*)
    end function

    ! the message of idid with the particulars the arrays hold, blank padded
    subroutine rkstab_explain(idid, work, iwork, text)
      integer, intent(in) :: idid, iwork(*)
      double precision, intent(in) :: work(*)
      character(len=*), intent(out) :: text
    end subroutine

    ! DDASSL's arguments; info(15) = 1 says that info has 40 entries
    subroutine dassl_like(res, neq, t, y, yprime, tout, info, rtol, atol, idid, rwork, lrw, iwork, &
                          liw, rpar, ipar, jac)
      import :: mbdae_res, mbdae_jac
      procedure(mbdae_res) :: res
      integer, intent(in) :: neq, lrw, liw
      double precision, intent(inout) :: t, y(*), yprime(*), rtol(*), atol(*), rwork(*), rpar(*)
      double precision, intent(in) :: tout
      integer, intent(inout) :: info(*), iwork(*), ipar(*)
      integer, intent(out) :: idid
      procedure(mbdae_jac), optional :: jac
    end subroutine

    ! the same integrator on the routines of a mechanism; info(40)
    subroutine dassl_like_mbs(n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, t, q, v, xlam, tout, info, &
                              rtol, atol, idid, rwork, lrw, iwork, liw)
      import :: mbdae_amat, mbdae_fcn, mbdae_gcn, mbdae_gcnq, mbdae_gcnt, mbdae_gcnqq
      integer, intent(in) :: n, m
      procedure(mbdae_amat) :: amat
      procedure(mbdae_fcn) :: fcn
      procedure(mbdae_gcn), optional :: gcn
      procedure(mbdae_gcnq), optional :: gcnq
      procedure(mbdae_gcnt), optional :: gcnt
      procedure(mbdae_gcnqq), optional :: gcnqq
      double precision, intent(inout) :: t, q(*), v(*), xlam(*), rwork(*)
      double precision, intent(in) :: tout, rtol(*), atol(*)
      integer, intent(inout) :: info(*), iwork(*)
      integer, intent(out) :: idid
      integer, intent(in) :: lrw, liw
    end subroutine

    ! the second-order equations as they are, implicitly; info(40)
    subroutine bdf2nd(n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, t, q, v, xlam, tout, info, rtol, atol, &
                      idid, work, lwork, iwork, liwork)
      import :: mbdae_amat, mbdae_fcn, mbdae_gcn, mbdae_gcnq, mbdae_gcnt, mbdae_gcnqq
      integer, intent(in) :: n, m
      procedure(mbdae_amat) :: amat
      procedure(mbdae_fcn) :: fcn
      procedure(mbdae_gcn), optional :: gcn
      procedure(mbdae_gcnq), optional :: gcnq
      procedure(mbdae_gcnt), optional :: gcnt
      procedure(mbdae_gcnqq), optional :: gcnqq
      double precision, intent(inout) :: t, q(*), v(*), xlam(*), work(*)
      double precision, intent(in) :: tout, rtol(*), atol(*)
      integer, intent(inout) :: info(*), iwork(*)
      integer, intent(out) :: idid
      integer, intent(in) :: lwork, liwork
    end subroutine

    integer function bdf2nd_lwork(n, m, info)
      integer, intent(in) :: n, m, info(*)
    end function

    integer function bdf2nd_liwork(n, m, info)
      integer, intent(in) :: n, m, info(*)
    end function

    ! lengths of rwork and iwork; negative: the code of the bad argument
    integer function dassl_like_lrw(neq, info)
      integer, intent(in) :: neq, info(*)
    end function

    integer function dassl_like_liw(neq, info)
      integer, intent(in) :: neq, info(*)
    end function

    integer function dassl_like_mbs_lrw(n, m, info)
      integer, intent(in) :: n, m, info(*)
    end function

    integer function dassl_like_mbs_liw(n, m, info)
      integer, intent(in) :: n, m, info(*)
    end function

    ! second-order BDF for the complex form of the equations of motion; info(40)
    subroutine bdf2nd_ext(nq, nr, nw, ns, nlam, amat, fcn, gcn, gcnq, t, q, v, r, w, s, xlam, tout, &
                          info, rtol, atol, idid, work, lwork, iwork, liwork)
      import :: mbdae_amat, mbdae_fcn_ext, mbdae_gcn_ext, mbdae_gcnq_ext
      integer, intent(in) :: nq, nr, nw, ns, nlam
      procedure(mbdae_amat) :: amat
      procedure(mbdae_fcn_ext) :: fcn
      procedure(mbdae_gcn_ext), optional :: gcn
      procedure(mbdae_gcnq_ext), optional :: gcnq
      double precision, intent(inout) :: t, q(*), v(*), r(*), w(*), s(*), xlam(*), work(*)
      double precision, intent(in) :: tout, rtol(*), atol(*)
      integer, intent(inout) :: info(*), iwork(*)
      integer, intent(out) :: idid
      integer, intent(in) :: lwork, liwork
    end subroutine

    integer function bdf2nd_ext_lwork(nq, nr, nw, ns, nlam, info)
      integer, intent(in) :: nq, nr, nw, ns, nlam, info(*)
    end function

    integer function bdf2nd_ext_liwork(nq, nr, nw, ns, nlam, info)
      integer, intent(in) :: nq, nr, nw, ns, nlam, info(*)
    end function

    ! the message of idid with the particulars the arrays hold, blank padded
    subroutine dassl_like_explain(idid, rwork, iwork, text)
      integer, intent(in) :: idid, iwork(*)
      double precision, intent(in) :: rwork(*)
      character(len=*), intent(out) :: text
    end subroutine

    ! are the routines of a model right? See check.h; nfail: failed checks, or a negative code
    subroutine mbdae_check_model(ihol, n, m, amat, fcn, gcn, gcnq, gcnt, gcnqq, t, q, v, report, &
                                 place, work, lwork, nfail)
      import :: mbdae_amat, mbdae_fcn, mbdae_gcn, mbdae_gcnq, mbdae_gcnt, mbdae_gcnqq, mbdae_checks
      integer, intent(in) :: ihol, n, m
      procedure(mbdae_amat) :: amat
      procedure(mbdae_fcn) :: fcn
      procedure(mbdae_gcn), optional :: gcn
      procedure(mbdae_gcnq), optional :: gcnq
      procedure(mbdae_gcnt), optional :: gcnt
      procedure(mbdae_gcnqq), optional :: gcnqq
      double precision, intent(in) :: t, q(*), v(*)
      double precision, intent(inout) :: report(3, 0:mbdae_checks-1)
      integer, intent(inout) :: place(3, 0:mbdae_checks-1)
      double precision, intent(inout) :: work(*)
      integer, intent(in) :: lwork
      integer, intent(out) :: nfail
    end subroutine

    ! length of work; negative: the code of the bad argument
    integer function mbdae_check_model_lwork(n, m)
      integer, intent(in) :: n, m
    end function

    ! one line about a check, blank padded
    subroutine mbdae_check_explain(check, report, place, text)
      import :: mbdae_checks
      integer, intent(in) :: check, place(3, 0:mbdae_checks-1)
      double precision, intent(in) :: report(3, 0:mbdae_checks-1)
      character(len=*), intent(out) :: text
    end subroutine

    ! one line for any idid, blank padded
    subroutine mbdae_message(idid, text)
      integer, intent(in) :: idid
      character(len=*), intent(out) :: text
    end subroutine

    ! "major.minor.patch", blank padded
    subroutine mbdae_version(text)
      character(len=*), intent(out) :: text
    end subroutine
  end interface
end module mbdae
