/* commands.h - the subcommands of `mbdae`; each returns an exit status */
#ifndef MBDAE_COMMANDS_H
#define MBDAE_COMMANDS_H

int print_table(const char* name);
int print_demo(void);
int print_options(void);
int print_codes(void);
int check_shared_model(int argc, char** argv); /* what follows `mbdae check-model` */

#endif
