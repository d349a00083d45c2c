/* mbdae.h - everything of mbdae: solvers for constrained multibody systems
 *
 * rkstab             explicit Runge-Kutta with post-stabilization, see rkstab.h
 * dassl_like         DASSL's integrator for any F(t,y,y') = 0, see dassl_like.h
 * mbdae_check_model  are the routines of a model right? See check.h */
#ifndef MBDAE_MBDAE_H
#define MBDAE_MBDAE_H

#include <mbdae/bdf2nd.h>
#include <mbdae/bdf2nd_ext.h>
#include <mbdae/check.h>
#include <mbdae/dassl_like.h>
#include <mbdae/model.h>
#include <mbdae/rkstab.h>

#endif
