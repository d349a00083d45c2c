# Judges the line "q x y   v vx vy" of the pendulum programs: after nine quarters of the period
# 4 K(1/sqrt 2)/sqrt(9.81) the pendulum is at (0, -1) with velocity (-sqrt(2 * 9.81), 0), exactly.
# Tolerance 1e-9 per step, some hundred steps, whose errors at worst add up: 1e-6.
function off(value, wanted) { d = value - wanted; return value == "" || !(d <= 1e-6 && d >= -1e-6) }
$1 == "q" { found = 1; x = $2; y = $3; vx = $5; vy = $6 }
END {
  speed = sqrt(2 * 9.81)
  if (!found || off(x, 0) || off(y, -1) || off(vx, -speed) || off(vy, 0)) {
    print "expected q 0 -1, v", -speed, 0
    exit 1
  }
}
