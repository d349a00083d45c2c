/* mbdae.h - everything of mbdae: solvers for constrained multibody systems
 *
 * rkstab   explicit Runge-Kutta with post-stabilization, see rkstab.h */
#ifndef MBDAE_MBDAE_H
#define MBDAE_MBDAE_H

#include <mbdae/model.h>
#include <mbdae/rkstab.h>

#endif
