! DASSL_LIKE_MBS, BDF2ND and DASSL_LIKE through the module: a pendulum of unit mass and length in GGL form passes its
! lowest point after nine quarters of its period; the same as a residual with the index of each variable.
module pendulum_model
  implicit none
contains
  subroutine amat(n, ndim, t, q, am)
    integer, intent(in) :: n, ndim
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: am(ndim, n)
    am(1, 1) = 1
    am(2, 2) = 1
  end subroutine
  subroutine fcn(n, t, q, v, f)
    integer, intent(in) :: n
    double precision, intent(in) :: t, q(n), v(n)
    double precision, intent(inout) :: f(n)
    f(2) = -9.81d0
  end subroutine
  subroutine gcn(m, n, t, q, g)
    integer, intent(in) :: m, n
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: g(m)
    g(1) = (q(1)**2 + q(2)**2 - 1) / 2
  end subroutine
  subroutine gcnq(m, n, t, q, gq)
    integer, intent(in) :: m, n
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: gq(m, n)
    gq(1, :) = q
  end subroutine
  subroutine res(t, y, yprime, delta, ires, rpar, ipar)
    double precision, intent(in) :: t, y(*), yprime(*)
    double precision, intent(inout) :: delta(*), rpar(*)
    integer, intent(inout) :: ires, ipar(*)
    delta(1) = yprime(1) - y(3)
    delta(2) = yprime(2) - y(4)
    delta(3) = yprime(3) + y(1) * y(5)
    delta(4) = yprime(4) + y(2) * y(5) + rpar(1)
    delta(5) = (y(1)**2 + y(2)**2 - 1) / 2
  end subroutine
end module

program fortran_mbs
  use mbdae
  use pendulum_model
  implicit none
  double precision :: t, tend, q(2), v(2), xlam(1), y(5), yprime(5), rtol(1), atol(1), rpar(1)
  double precision, allocatable :: rwork(:)
  integer, allocatable :: iwork(:)
  integer :: info(dl_info_length), idid, ipar(1), i
  character(len=300) :: text

  tend = 9 * 1.8540746773013719d0 / sqrt(9.81d0)
  rtol = 1d-8
  atol = 1d-8
  info = 0
  allocate (rwork(dassl_like_mbs_lrw(2, 1, info)), iwork(dassl_like_mbs_liw(2, 1, info)))
  t = 0
  q = [1, 0]
  v = 0
  do
    call dassl_like_mbs(2, 1, amat, fcn, gcn, gcnq, t=t, q=q, v=v, xlam=xlam, tout=tend, info=info, &
                        rtol=rtol, atol=atol, idid=idid, rwork=rwork, lrw=size(rwork), iwork=iwork, &
                        liw=size(iwork))
    if (idid /= dl_much_work) exit
    info(dl_continue) = 1
  end do
  if (idid /= dl_at_tout) call fail('GGL')
  if (abs(q(1)) > 1d-5 .or. abs(q(2) + 1) > 1d-9) call fail('position')
  if (abs(abs(v(1)) - sqrt(2 * 9.81d0)) > 1d-6) call fail('speed')
  if (abs(xlam(1) - 3 * 9.81d0) > 1d-5) call fail('multiplier')
  if (rwork(dl_driftp) > 1d-9) call fail('drift')

  ! the same by Radau IIA and by BDF on the second-order equations
  do i = 0, 3, 3
    deallocate (rwork, iwork)
    info = 0
    info(b2_method) = i
    info(b2_maxord) = 5
    allocate (rwork(bdf2nd_lwork(2, 1, info)), iwork(bdf2nd_liwork(2, 1, info)))
    rwork = 0
    iwork = 0
    t = 0
    q = [1, 0]
    v = 0
    do
      call bdf2nd(2, 1, amat, fcn, gcn, gcnq, t=t, q=q, v=v, xlam=xlam, tout=tend, info=info, &
                  rtol=rtol, atol=atol, idid=idid, work=rwork, lwork=size(rwork), iwork=iwork, &
                  liwork=size(iwork))
      if (idid /= dl_much_work) exit
      info(b2_continue) = 1
    end do
    if (idid /= dl_at_tout) call fail('second order')
    if (abs(q(1)) > 1d-4 .or. abs(q(2) + 1) > 1d-7) call fail('position of second order')
    if (abs(abs(v(1)) - sqrt(2 * 9.81d0)) > 1d-4) call fail('speed of second order')
    if (abs(xlam(1) - 3 * 9.81d0) > 1d-3) call fail('multiplier of second order')
    if (iwork(b2_nst) < 50 .or. iwork(b2_nst) > 2000) call fail('steps of second order')
  end do

  deallocate (rwork, iwork)
  info = 0
  info(15) = 1
  info(dl_index) = 1
  allocate (rwork(dassl_like_lrw(5, info)), iwork(dassl_like_liw(5, info)))
  iwork(dl_first:dl_first + 4) = [1, 1, 2, 2, 3]
  rpar = 9.81d0
  t = 0
  y = [1, 0, 0, 0, 0]
  yprime = [0d0, 0d0, 0d0, -9.81d0, 0d0]
  do
    call dassl_like(res, 5, t, y, yprime, tend, info, rtol, atol, idid, rwork, size(rwork), iwork, &
                    size(iwork), rpar, ipar)
    if (idid /= dl_much_work) exit
    info(dl_continue) = 1
  end do
  if (idid /= dl_at_tout) call fail('index 3')
  if (abs(y(1)) > 1d-3 .or. abs(y(2) + 1) > 1d-6) call fail('position of index 3')
  if (abs(y(5) - 3 * 9.81d0) > 1d-2) call fail('multiplier of index 3')

  ! a wrong call is told in a sentence
  info(dl_continue) = 1
  call dassl_like(res, 5, t, y, yprime, t, info, rtol, atol, idid, rwork, size(rwork), iwork, &
                  size(iwork), rpar, ipar)
  if (idid /= dl_illegal) call fail('tout = t')
  call dassl_like_explain(idid, rwork, iwork, text)
  if (index(text, 'tout equals t') == 0) call fail('explanation')

contains
  subroutine fail(what)
    character(len=*), intent(in) :: what
    call dassl_like_explain(idid, rwork, iwork, text)
    print *, what, idid, t, q, v, xlam, y
    print *, trim(text)
    stop 1
  end subroutine
end program
