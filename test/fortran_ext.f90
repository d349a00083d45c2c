! BDF2ND_EXT through the module: a bead of unit mass slides down the parabola y = s^2/2 from (1, 1/2), with
! viscous friction w = 0.2 v and a sensor r' = v_1 - r. Energy: what friction took, integrated as a second r,
! is what is missing; at the end of the swing the sensor is compared with a run without contact parameters.
module bead_model
  implicit none
  double precision, parameter :: gravity = 9.81d0
contains
  subroutine amat(n, ndim, t, q, am)
    integer, intent(in) :: n, ndim
    double precision, intent(in) :: t, q(n)
    double precision, intent(inout) :: am(ndim, n)
    am(1, 1) = 1
    am(2, 2) = 1
  end subroutine
  subroutine fcn(nq, nr, nw, ns, nlam, t, q, v, r, w, s, xlam, fa, fd, d)
    integer, intent(in) :: nq, nr, nw, ns, nlam
    double precision, intent(in) :: t, q(nq), v(nq), r(nr), w(nw), s(ns), xlam(nlam)
    double precision, intent(inout) :: fa(nq), fd(nr), d(nw)
    fa = -w
    fa(2) = fa(2) - gravity
    fd(1) = dot_product(w, v)
    fd(2) = v(1) - r(2)
    d = w - 0.2d0 * v
  end subroutine
  subroutine gcn(nq, ns, nlam, t, q, s, h, g)
    integer, intent(in) :: nq, ns, nlam
    double precision, intent(in) :: t, q(nq), s(ns)
    double precision, intent(inout) :: h(ns), g(nlam)
    if (ns == 1) then
      h(1) = q(1) - s(1)
      g(1) = q(2) - s(1)**2 / 2
    else
      g(1) = q(2) - q(1)**2 / 2
    end if
  end subroutine
  subroutine gcnq(nq, ns, nlam, t, q, s, gq)
    integer, intent(in) :: nq, ns, nlam
    double precision, intent(in) :: t, q(nq), s(ns)
    double precision, intent(inout) :: gq(nlam, nq)
    gq(1, 1) = -q(1)
    gq(1, 2) = 1
  end subroutine
end module

program fortran_ext
  use mbdae
  use bead_model
  implicit none
  double precision :: q(2), v(2), r(2), w(2), s(1), xlam(1), q0(2), v0(2), r0(2), energy
  integer :: idid

  call slide(1, .false., q, v, r, w, s, xlam, idid)
  if (idid /= dl_at_tout) call fail('contact')
  energy = dot_product(v, v) / 2 + gravity * q(2) + r(1)
  if (abs(energy - gravity / 2) > 1d-6) call fail('energy')
  if (abs(s(1) - q(1)) > 1d-14) call fail('contact parameter')
  if (maxval(abs(w - 0.2d0 * v)) > 1d-4) call fail('friction')
  call slide(0, .true., q0, v0, r0, w, s, xlam, idid)
  if (idid /= dl_at_tout) call fail('no contact')
  if (maxval(abs([q - q0, v - v0, r - r0])) > 1d-6) call fail('the same motion')
  ! a wrong call is told by its code
  call slide(-1, .true., q0, v0, r0, w, s, xlam, idid)
  if (idid /= b2_ext_range_ns) call fail('ns')

contains
  subroutine slide(ns, jacobian, q, v, r, w, s, xlam, idid)
    integer, intent(in) :: ns
    logical, intent(in) :: jacobian
    double precision, intent(out) :: q(2), v(2), r(2), w(2), s(1), xlam(1)
    integer, intent(out) :: idid
    double precision :: t, tol(1)
    double precision, allocatable :: work(:)
    integer, allocatable :: iwork(:)
    integer :: info(b2_info_length)
    info = 0
    info(b2_maxord) = 5
    idid = bdf2nd_ext_lwork(2, 2, 2, ns, 1, info)
    if (idid < 0) return
    allocate (work(idid), iwork(bdf2nd_ext_liwork(2, 2, 2, ns, 1, info)))
    t = 0
    q = [1d0, 0.5d0]
    v = 0
    r = 0
    w = 0
    s = 1
    xlam = 0
    tol = 1d-9
    do
      if (jacobian) then
        call bdf2nd_ext(2, 2, 2, ns, 1, amat, fcn, gcn, gcnq, t, q, v, r, w, s, xlam, 2d0, info, tol, &
                        tol, idid, work, size(work), iwork, size(iwork))
      else
        call bdf2nd_ext(2, 2, 2, ns, 1, amat, fcn, gcn, t=t, q=q, v=v, r=r, w=w, s=s, xlam=xlam, &
                        tout=2d0, info=info, rtol=tol, atol=tol, idid=idid, work=work, &
                        lwork=size(work), iwork=iwork, liwork=size(iwork))
      end if
      if (idid /= dl_much_work) exit
      info(b2_continue) = 1
    end do
  end subroutine

  subroutine fail(what)
    character(len=*), intent(in) :: what
    print *, what, idid, q, v, r, w, s, xlam, q0, v0, r0
    stop 1
  end subroutine
end program
