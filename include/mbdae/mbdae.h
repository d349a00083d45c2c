/* mbdae.h - everything of mbdae: solvers for constrained multibody systems
 *
 * rkstab             explicit Runge-Kutta with post-stabilization, see rkstab.h
 * mbdae_check_model  are the routines of a model right? See check.h */
#ifndef MBDAE_MBDAE_H
#define MBDAE_MBDAE_H

#include <mbdae/check.h>
#include <mbdae/model.h>
#include <mbdae/rkstab.h>

#endif
