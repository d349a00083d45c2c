% octave_dassl.m - dassl and dasrt on known problems, printed: run with and without the drop-in
% library, the numbers must agree.
1;
function show (name, values)
  printf ("%s", name);
  printf (" %.10g", values);
  printf ("\n");
end

% rotation
[x, xdot] = dassl (@(x, xdot, t) [xdot(1) + x(2); xdot(2) - x(1)], [1; 0], [0; 1], (0:10)');
show ("rotation", [x(:); xdot(:)]);

% Robertson's reactions, to 4e5
robertson = @(x, xdot, t) [xdot(1) + 0.04*x(1) - 1e4*x(2)*x(3);
                           xdot(2) - 0.04*x(1) + 1e4*x(2)*x(3) + 3e7*x(2)^2;
                           x(1) + x(2) + x(3) - 1];
dassl_options ("relative tolerance", 1e-6);
dassl_options ("absolute tolerance", 1e-8);
[x, xdot, istate] = dassl (robertson, [1; 0; 0], [-0.04; 0.04; 0], [0, 4*10.^(-1:5)]);
printf ("robertson"); printf (" %.5g", x(:)); printf ("\n"); % rounding moves the steps in the end
show ("istate", istate);

% the same with its Jacobian, a limited step and order
jacobian = @(x, xdot, t, c) [c + 0.04, -1e4*x(3), -1e4*x(2);
                             -0.04, c + 1e4*x(3) + 6e7*x(2), 1e4*x(2);
                             1, 1, 1];
dassl_options ("maximum order", 3);
dassl_options ("maximum step size", 1);
[x, xdot] = dassl ({robertson, jacobian}, [1; 0; 0], [-0.04; 0.04; 0], [0, 4, 40]);
show ("order 3", x(:));
dassl_options ("maximum order", 5);
dassl_options ("maximum step size", -1);

% critical times: the force jumps at t = 1
force = @(t) (t >= 1);
[x, xdot] = dassl (@(x, xdot, t) xdot + x - force (t), 1, -1, [0, 0.5, 1, 1.5, 2], 1);
show ("jump", x(:));

% dasrt: a falling body reaches the ground, x = 1 - t^2/2. The derivatives at a root are not printed:
% the genuine DDASRT leaves those of the last output point there.
dasrt_options ("relative tolerance", 1e-9);
dasrt_options ("absolute tolerance", 1e-9);
fall = @(x, xdot, t) [xdot(1) - x(2); xdot(2) + 1];
[x, xdot, t, istat] = dasrt (fall, @(x, t) x(1), [1; 0], [0; -1], (0:0.25:3)');
show ("ground", [istat; numel(t); t(end); x(end,:)']);

% two functions, the second one meets zero first; then none does
[x, xdot, t, istat] = dasrt (fall, @(x, t) [x(1); x(2) + 0.5], [1; 0], [0; -1], (0:0.25:3)');
show ("two", [istat; numel(t); t(end); x(end,:)']);
[x, xdot, t, istat] = dasrt (fall, @(x, t) x(1) + 100, [1; 0], [0; -1], (0:0.25:3)');
show ("none", [istat; numel(t); t(end); x(end,:)']);

% pendulum in index-1 form, stopped at its lowest point
pendulum = @(x, xdot, t) [xdot(1) - x(3); xdot(2) - x(4); xdot(3) + x(1)*x(5);
                          xdot(4) + x(2)*x(5) + 9.81;
                          x(5) - (x(3)^2 + x(4)^2 - 9.81*x(2))];
[x, xdot, t, istat] = dasrt (pendulum, @(x, t) x(1), [1; 0; 0; 0; 0], [0; 0; 0; -9.81; 0], [0, 1, 2]);
show ("lowest", [istat; t(end); x(end,:)']);
