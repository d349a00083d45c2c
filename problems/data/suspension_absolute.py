#!/usr/bin/env python3
"""Reference solutions of the five-point wheel suspension (../suspension.h), another formulation.

    suspension_absolute.py 1|2 [rtol]    the CSV of excitation I or II: t, q1..q14, v1..v14
    suspension_absolute.py equilibrium   free length of the spring from the static equilibrium
    suspension_absolute.py travel        wheel guidance over the travel, condition of K

Nothing is shared with the C model but the data and the meaning of the fourteen joint angles. Here
every body (five rods, carrier, wheel) has six absolute coordinates, every joint is a constraint:

    universal  car - rod i      A_i coincides (3), car axis z0_i perpendicular to rod axis y (1)
    spherical  rod i - carrier  B_i coincides (3)
    revolute   carrier - wheel  W coincides (3), carrier x and z perpendicular to wheel y (2)

42 velocities V = (v, w), 40 constraints J V = 0. The state integrated is s = (height of the wheel
centre, spin angle): with P V = s' the square matrix K = [J; P] gives V = K^-1 (0, s') and
V' = K^-1 (-J'V, s'' - P'V) = U s'' + V'_0, the positions follow from s by Newton's method with the
same K, and d'Alembert's principle from Newton's and Euler's equations

    U' (mass (U s'' + V'_0) - forces) = 0.

So there is no drift, and no multiplier. DOP853, restarted wherever the tyre leaves or meets the
road (located on the interpolant) and where the road jumps: every piece is smooth.

Accuracy of suspension_case1.csv and suspension_case2.csv (rtol 1e-13, the
default): the runs with 1e-12 and 1e-13 differ by at most 3e-13 in q and 4e-11 in v over all rows,
by 1e-13 and 1e-12 at t = 1. The C model integrated by rkstab (DOP853, rtol 1e-13) agrees to 4e-13
in q and 2e-12 in v at t = 0.5 and t = 1.
"""
import sys

import numpy as np
from scipy.integrate import solve_ivp

# ----------------------------------------------------------------------------------------- data
A = np.array([[-0.050, 0.354, 0.128], [0.240, 0.439, 0.128], [0.280, 0.420, -0.108],
              [-0.170, 0.322, -0.054], [-0.070, 0.280, -0.126]])  # on the car
B = np.array([[-0.010, 0.670, 0.150], [0.050, 0.660, 0.140], [0.050, 0.690, -0.110],
              [-0.150, 0.700, -0.045], [-0.040, 0.690, -0.120]])  # on the carrier
W = np.array([0.0, 0.76, 0.0])
ROD_MASS = np.array([1.4, 1.2, 1.6, 1.3, 3.0])
ROD_RADIUS = 0.015
CARRIER_MASS, CARRIER_CENTRE = 18.0, np.array([0.005, 0.690, 0.005])
CARRIER_INERTIA = np.array([[0.20, 0.010, 0.005], [0.010, 0.25, -0.008], [0.005, -0.008, 0.22]])
WHEEL_MASS, WHEEL_INERTIA = 20.0, np.diag([0.55, 1.0, 0.55])
SPIN = 30.0 / 0.3
GRAVITY = np.array([0.0, 0.0, -9.81])
SPRING_CAR, SPRING_FRACTION = np.array([-0.055, 0.500, 0.280]), 0.7
SPRING_RATE, DAMPING = 55000.0, 2000.0
FREE_LENGTH = 0.51348632740856248  # of equilibrium()
TYRE_RATE, TYRE_PRELOAD = 200000.0, 4404.134

CAR, CARRIER, WHEEL, BODIES = -1, 5, 6, 7
EX, EY, EZ = np.eye(3)


def unit(a):
    return a / np.sqrt(a @ a)


def rod_frame(i):
    """x along the rod, y horizontal, z the rest: columns."""
    x = unit(B[i] - A[i])
    y = unit(np.cross(EZ, x))
    return np.array([x, y, np.cross(x, y)]).T


ROD_FRAME = [rod_frame(i) for i in range(5)]
LENGTH = np.array([np.sqrt((B[i] - A[i]) @ (B[i] - A[i])) for i in range(5)])


def body_data():
    mass, centre, inertia, frame = [], [], [], []
    for i in range(5):
        axial = ROD_MASS[i] * ROD_RADIUS**2 / 2
        across = ROD_MASS[i] * LENGTH[i]**2 / 12
        mass.append(ROD_MASS[i])
        centre.append((A[i] + B[i]) / 2)
        inertia.append(np.diag([axial, across, across]))
        frame.append(ROD_FRAME[i])
    mass += [CARRIER_MASS, WHEEL_MASS]
    centre += [CARRIER_CENTRE, W]
    inertia += [CARRIER_INERTIA, WHEEL_INERTIA]
    frame += [np.eye(3), np.eye(3)]
    return np.array(mass), np.array(centre), inertia, np.array(frame)


MASS, CENTRE, INERTIA, FRAME = body_data()


def coincide(a, b, point):
    """Joint where the points of bodies a and b at `point` (design position) coincide."""
    def local(k):
        return point if k == CAR else FRAME[k].T @ (point - CENTRE[k])
    return a, b, local(a), local(b)


def perpendicular(a, b, axis_a, axis_b):
    def local(k, axis):
        return axis if k == CAR else FRAME[k].T @ axis
    return a, b, local(a, axis_a), local(b, axis_b)


POINTS = ([coincide(i, CAR, A[i]) for i in range(5)]
          + [coincide(CARRIER, i, B[i]) for i in range(5)] + [coincide(CARRIER, WHEEL, W)])
RIGHT_ANGLES = ([perpendicular(CAR, i, ROD_FRAME[i][:, 2], ROD_FRAME[i][:, 1]) for i in range(5)]
                + [perpendicular(CARRIER, WHEEL, EX, EY), perpendicular(CARRIER, WHEEL, EZ, EY)])


# ------------------------------------------------------------------------------------ rotations
def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]])


def tilde(a):
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rotation(w):
    """exp of tilde(w), Rodrigues' formula."""
    angle = np.sqrt(w @ w)
    t = tilde(w)
    if angle < 1e-8:
        return np.eye(3) + t + t @ t / 2
    return np.eye(3) + np.sin(angle) / angle * t + 2 * (np.sin(angle / 2) / angle)**2 * t @ t


def about_y(a):
    return np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])


# ---------------------------------------------------------------------------------- constraints
class Mechanism:
    def __init__(self):
        self.x, self.R = CENTRE.copy(), FRAME.copy()

    def residual(self, s):
        r = []
        for a, b, pa, pb in POINTS:
            end = pb if b == CAR else self.x[b] + self.R[b] @ pb
            r.append(self.x[a] + self.R[a] @ pa - end)
        for a, b, pa, pb in RIGHT_ANGLES:
            first = pa if a == CAR else self.R[a] @ pa
            r.append([first @ (self.R[b] @ pb)])
        relative = about_y(-s[1]) @ self.R[CARRIER].T @ self.R[WHEEL]
        r.append([self.x[WHEEL][2] - s[0], np.arctan2(relative[0, 2], relative[2, 2])])
        return np.concatenate(r)

    def matrix(self):
        """K = [J; P]: velocities of the residual, from V = (v_1, w_1, ..., v_7, w_7)."""
        K = np.zeros((42, 42))
        row = 0
        for a, b, pa, pb in POINTS:
            for k, p, sign in ((a, pa, 1.0), (b, pb, -1.0)):
                if k != CAR:
                    K[row:row + 3, 6 * k:6 * k + 3] = sign * np.eye(3)
                    K[row:row + 3, 6 * k + 3:6 * k + 6] = -sign * tilde(self.R[k] @ p)
            row += 3
        for a, b, pa, pb in RIGHT_ANGLES:
            first = pa if a == CAR else self.R[a] @ pa
            normal = cross(first, self.R[b] @ pb)
            if a != CAR:
                K[row, 6 * a + 3:6 * a + 6] = normal
            K[row, 6 * b + 3:6 * b + 6] = -normal
            row += 1
        K[row, 6 * WHEEL + 2] = 1.0
        axis = self.R[WHEEL][:, 1]
        K[row + 1, 6 * WHEEL + 3:6 * WHEEL + 6] = axis
        K[row + 1, 6 * CARRIER + 3:6 * CARRIER + 6] = -axis
        return K

    def bias(self, w):
        """K'V: what remains of the second derivative of the residual without V'."""
        r = []
        for a, b, pa, pb in POINTS:
            one = cross(w[a], cross(w[a], self.R[a] @ pa))
            two = 0 if b == CAR else cross(w[b], cross(w[b], self.R[b] @ pb))
            r.append(one - two)
        for a, b, pa, pb in RIGHT_ANGLES:
            first = pa if a == CAR else self.R[a] @ pa
            wa = np.zeros(3) if a == CAR else w[a]
            second = self.R[b] @ pb
            rate = cross(cross(wa, first), second) + cross(first, cross(w[b], second))
            r.append([rate @ (wa - w[b])])
        axis = self.R[WHEEL][:, 1]
        r.append([0.0, cross(w[WHEEL], axis) @ (w[WHEEL] - w[CARRIER])])
        return np.concatenate(r)

    def assemble(self, s):
        """Newton's method from the last position; returns K there."""
        self.R[WHEEL] = self.R[CARRIER] @ about_y(s[1])
        for _ in range(12):
            r = self.residual(s)
            K = self.matrix()
            step = np.linalg.solve(K, -r).reshape(BODIES, 6)
            self.x = self.x + step[:, :3]
            for k in range(BODIES):
                self.R[k] = rotation(step[k, 3:]) @ self.R[k]
                # back to a rotation matrix, against the accumulation of rounding
                self.R[k] = self.R[k] @ (1.5 * np.eye(3) - 0.5 * self.R[k].T @ self.R[k])
            if np.abs(step).max() < 1e-10:  # the error now is the square of this
                return self.matrix()
        raise RuntimeError("the mechanism cannot be assembled at %s" % s)

    def applied(self, V, tyre, damping, free_length):
        """Gravity, gyroscopic torque, spring and damper, tyre: generalised forces on V."""
        F = np.zeros((BODIES, 6))
        for k in range(BODIES):
            w = V[k, 3:]
            I = self.R[k] @ INERTIA[k] @ self.R[k].T
            F[k, :3] = MASS[k] * GRAVITY
            F[k, 3:] = -cross(w, I @ w)
        arm = self.R[4] @ np.array([(SPRING_FRACTION - 0.5) * LENGTH[4], 0.0, 0.0])
        span = self.x[4] + arm - SPRING_CAR
        length = np.sqrt(span @ span)
        along = span / length
        rate = along @ (V[4, :3] + cross(V[4, 3:], arm))
        force = (SPRING_RATE * (free_length - length) - damping * rate) * along
        F[4, :3] += force
        F[4, 3:] += cross(arm, force)
        F[WHEEL, 2] += tyre
        return F.ravel()

    def mass_matrix(self):
        M = np.zeros((42, 42))
        for k in range(BODIES):
            M[6 * k:6 * k + 3, 6 * k:6 * k + 3] = MASS[k] * np.eye(3)
            M[6 * k + 3:6 * k + 6, 6 * k + 3:6 * k + 6] = self.R[k] @ INERTIA[k] @ self.R[k].T
        return M

    def acceleration(self, s, ds, tyre, damping=DAMPING, free_length=FREE_LENGTH):
        inverse = np.linalg.inv(self.assemble(s))
        U = inverse[:, 40:]
        V = U @ ds
        rest = inverse @ -self.bias(V.reshape(BODIES, 6)[:, 3:])
        M = self.mass_matrix()
        F = self.applied(V.reshape(BODIES, 6), tyre, damping, free_length)
        return np.linalg.solve(U.T @ M @ U, U.T @ (F - M @ rest))

    def joint_angles(self, s, ds):
        """The coordinates of the C model and their rates, from orientations and angular rates."""
        V = (np.linalg.inv(self.assemble(s))[:, 40:] @ ds).reshape(BODIES, 6)
        q, v = [], []
        for i in range(5):
            D = ROD_FRAME[i].T @ self.R[i]  # Rz(phi) Ry(psi)
            phi, psi = np.arctan2(D[1, 0], D[0, 0]), np.arctan2(-D[2, 0], D[2, 2])
            w = ROD_FRAME[i].T @ V[i, 3:]
            axes = np.array([EZ, [-np.sin(phi), np.cos(phi), 0.0]]).T
            q += [phi, psi]
            v += list(np.linalg.lstsq(axes, w, rcond=None)[0])
        D = self.R[0].T @ self.R[CARRIER] @ ROD_FRAME[0]  # Rx(alpha) Ry(beta) Rz(gamma)
        alpha, beta = np.arctan2(-D[1, 2], D[2, 2]), np.arcsin(D[0, 2])
        w = self.R[0].T @ (V[CARRIER, 3:] - V[0, 3:])
        axes = np.array([EX, [0.0, np.cos(alpha), np.sin(alpha)], D[:, 2]]).T
        q += [alpha, beta, np.arctan2(-D[0, 1], D[0, 0]), s[1]]
        v += list(np.linalg.solve(axes, w)) + [ds[1]]
        return q + v


# -------------------------------------------------------------------------------------- motions
def smooth_road(t):
    return 0.3 * np.sin(2 * np.pi * (t + 0.20)) * np.exp(-500 * (t - 0.3)**2)


def integrate(case, rtol, report=sys.stderr):
    """Rows t, q, v at t = 0, 0.1, ..., 1."""
    mechanism = Mechanism()
    roads = {1: [(1.0, smooth_road)], 2: [(0.2, lambda t: 0.0), (1.0, lambda t: -0.1)]}[case]
    t, y = 0.0, np.array([0.0, 0.0, 0.0, SPIN])
    wanted = [round(0.1 * k, 1) for k in range(11)]
    rows, evaluations = [], 0
    atol = np.array([1e-1, 1e1, 1e1, 1e2]) * rtol
    for end, road in roads:
        def spring(t, y, road=road):
            return TYRE_PRELOAD - TYRE_RATE * (y[0] - road(t))
        while t < end:
            contact = spring(t + 1e-9, y + 1e-9 * np.append(y[2:], [0, 0])) > 0
            change = lambda t, y: spring(t, y)
            change.terminal, change.direction = True, -1.0 if contact else 1.0

            def rhs(t, y, contact=contact):
                tyre = spring(t, y) if contact else 0.0
                return np.append(y[2:], mechanism.acceleration(y[:2], y[2:], tyre))
            # steps end at the times of output, so that no interpolation enters the rows
            stop = min([w for w in wanted if w > t + 1e-12] + [end])
            run = solve_ivp(rhs, (t, stop), y, method="DOP853", rtol=rtol, atol=atol,
                            events=change, max_step=0.005)
            if len(rows) == 0:
                rows.append([0.0] + mechanism.joint_angles(y[:2], y[2:]))
            evaluations += run.nfev
            t, y = run.t[-1], run.y[:, -1]
            if run.status == 1:
                print("case %d: t %.12f tyre %s" % (case, t, "lifts" if contact else "lands"),
                      file=report)
            if run.status == 0 and t in wanted:
                rows.append([t] + mechanism.joint_angles(y[:2], y[2:]))
    print("case %d rtol %g: %d evaluations" % (case, rtol, evaluations), file=report)
    return np.array(rows)


def equilibrium():
    """Free length such that the design position is in equilibrium: s''_z is linear in it."""
    def travel(free):
        return Mechanism().acceleration(np.zeros(2), np.zeros(2), TYRE_PRELOAD,
                                        free_length=free)[0]
    low, high = 0.45, 0.55
    free = low - travel(low) * (high - low) / (travel(high) - travel(low))
    for _ in range(3):
        free -= travel(free) * (high - low) / (travel(high) - travel(low))
    return free, travel(free)


def travel():
    print("z camber toe-in dx dy (deg, mm); largest joint angle (deg); condition of K; "
          "wheel rate (N/mm), mass (kg)")
    for direction in (-1, 1):
        mechanism = Mechanism()
        for z in np.linspace(0, 0.12, 13):
            s = np.array([direction * z, 0.0])
            K = mechanism.assemble(s)
            e = mechanism.R[CARRIER][:, 1]
            q = mechanism.joint_angles(s, np.zeros(2))[:13]
            h, force = 1e-5, []
            for at in (-h, h):
                a = mechanism.acceleration(s + [at, 0.0], np.zeros(2), 0.0)
                U = np.linalg.inv(mechanism.matrix())[:, 40:]
                force.append((U.T @ mechanism.mass_matrix() @ U @ a)[0])
            mass = U[:, 0] @ mechanism.mass_matrix() @ U[:, 0]
            d = mechanism.x[WHEEL] - W
            print("%6.0f %7.3f %7.3f %7.2f %7.2f %6.1f %8.0f %6.1f %6.2f" % (
                1e3 * s[0], -np.degrees(np.arcsin(e[2])), np.degrees(np.arctan2(e[0], e[1])),
                1e3 * d[0], 1e3 * d[1], np.degrees(np.abs(q).max()), np.linalg.cond(K),
                -(force[1] - force[0]) / (2 * h) * 1e-3, mass))


def main():
    if sys.argv[1] == "equilibrium":
        print("free length %.17g, acceleration left %.1e" % equilibrium())
    elif sys.argv[1] == "travel":
        travel()
    else:
        rows = integrate(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 1e-13)
        names = ["t"] + ["q%d" % i for i in range(1, 15)] + ["v%d" % i for i in range(1, 15)]
        print(",".join(names))
        for row in rows:
            print(",".join(["%.1f" % row[0]] + ["%.17e" % x for x in row[1:]]))


if __name__ == "__main__":
    main()
