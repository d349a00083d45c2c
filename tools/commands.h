/* commands.h - the subcommands of `mbdae`; each returns an exit status: 0 fine, 1 the run failed or
 * a number is outside its limits, 2 the command line was not understood */
#ifndef MBDAE_COMMANDS_H
#define MBDAE_COMMANDS_H

int print_table(const char* name, int as_markdown);
int print_demo(void);
int print_options(void);
int print_codes(void);
int print_catalogue(void);

/* argv behind the name of the subcommand */
int run_mechanism(int argc, char** argv);
int check_mechanism(int argc, char** argv);    /* check-model NAME: one of the catalogue */
int check_shared_model(int argc, char** argv); /* check-model FILE: a shared object */

#endif
