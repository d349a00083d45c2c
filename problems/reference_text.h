/* reference_text.h - the files of problems/data as text, made by embed_references.cmake */
#ifndef MBDAE_REFERENCE_TEXT_H
#define MBDAE_REFERENCE_TEXT_H

typedef struct reference_text {
  const char* name;         /* of the file, without .csv */
  const char* const* lines; /* up to a NULL */
} reference_text;

extern const reference_text reference_texts[]; /* up to one without a name */

#endif
