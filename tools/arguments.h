/* arguments.h - reading the command line: numbers, choices, and the words of a specification
 *
 * Every function complains on stderr, naming the option, its value and what was expected. */
#ifndef MBDAE_ARGUMENTS_H
#define MBDAE_ARGUMENTS_H

/* A number, and nothing behind it. 0 if read. */
int read_number(const char* option, const char* text, double least, double* value);

/* The same for a whole number that an int can hold. */
int read_whole(const char* option, const char* text, int least, int* value);

/* The position of text among `count` words, or the number itself if it is one of `values`
 * (NULL: 0, 1, ...). 0 if found. */
int read_choice(const char* option, const char* text, const char* const* words, const int* values,
                int count, int* choice);

/* Two numbers with a comma between them. 0 if read. */
int read_pair(const char* option, const char* text, double pair[2]);

/* Append a word to a specification such as "chain links=20". 0 if there was room. */
int add_word(char* specification, int length, const char* word);

#endif
