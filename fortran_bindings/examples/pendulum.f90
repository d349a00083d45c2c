! A pendulum of unit mass and length in Cartesian coordinates, with the module mbdae.
!
! Released from the horizontal it passes the lowest point after a quarter of the period
! 4 K(1/sqrt(2)) / sqrt(9.81), K the complete elliptic integral, at speed sqrt(2 * 9.81).
module pendulum_model
  implicit none
  double precision, parameter :: gravity = 9.81d0
contains
  subroutine mass(n, ndim, t, q, am)
    integer, intent(in) :: n, ndim
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: am(ndim, n)
    am(1, 1) = 1
    am(2, 2) = 1
  end subroutine

  subroutine weight(n, t, q, v, f)
    integer, intent(in) :: n
    double precision, intent(in) :: t, q(n), v(n)
    double precision, intent(inout) :: f(n)
    f(2) = -gravity
  end subroutine

  subroutine rod(m, n, t, q, g)
    integer, intent(in) :: m, n
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: g(m)
    g(1) = (dot_product(q, q) - 1) / 2
  end subroutine

  subroutine rod_q(m, n, t, q, gq)
    integer, intent(in) :: m, n
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: gq(m, n)
    gq(1, :) = q
  end subroutine
end module pendulum_model

program pendulum
  use mbdae
  use pendulum_model
  implicit none
  double precision, parameter :: k = 1.8540746773013719184d0
  integer, parameter :: n = 2, m = 1
  double precision :: x, q(n), v(n), h, xend, tol(1)
  double precision, allocatable :: work(:)
  integer, allocatable :: iwork(:)
  integer :: options(RKSTAB_IWORK_HEADER), lwork, liwork, idid
  character(len=400) :: text

  options = 0
  options(RKSTAB_METHOD) = 1
  lwork = rkstab_lwork(n, m, 0, options)
  liwork = rkstab_liwork(n, m, 0, options)
  allocate (work(lwork), iwork(liwork))
  work = 0
  iwork = 0
  iwork(1:RKSTAB_IWORK_HEADER) = options

  x = 0
  q = [1, 0]
  v = 0
  h = 0
  xend = 9 * k / sqrt(gravity)
  tol = 1d-10
  ! no gcnt: the rod does not change; no gcnqq: L by differences
  call rkstab(0, n, m, 0, mass, weight, rod, rod_q, x=x, q=q, v=v, xend=xend, h=h, rtol=tol, &
              atol=tol, datol=0d0, itol=0, iout=0, work=work, lwork=lwork, iwork=iwork, &
              liwork=liwork, lrcont=0, licont=0, idid=idid)
  call rkstab_explain(idid, work, iwork, text)
  print '(a)', trim(text)
  print '(a, f12.8)', 'nine quarters of a period, t =', x
  print '(a, 4f14.8)', 'q, v       ', q, v
  print '(a, 4f14.8)', 'exact      ', 0d0, -1d0, -sqrt(2 * gravity), 0d0
  if (idid < 0) error stop 1
  if (abs(q(1)) > 1d-7 .or. abs(q(2) + 1) > 1d-9) error stop 'wrong position'
  if (abs(v(1) + sqrt(2 * gravity)) > 1d-7) error stop 'wrong velocity'
  deallocate (work, iwork)
end program pendulum
