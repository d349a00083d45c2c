# Tests that are scripts or Fortran programs; exit status 77 means skipped.
set(sanitized)
if(MBDAE_SANITIZE)
  set(sanitized sanitized)
endif()

add_test(NAME exports COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/exports.sh $<TARGET_FILE:mbdae>
  ${CMAKE_CURRENT_SOURCE_DIR}/exports.txt libmbdae.so.0)
add_test(NAME exports_dassl COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/exports.sh
  $<TARGET_FILE:mbdae_dassl> ${CMAKE_CURRENT_SOURCE_DIR}/exports_dassl.txt libmbdae_dassl.so.0)
add_test(NAME readme COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/readme.sh
  ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${sanitized})
add_test(NAME install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install.sh
  ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${sanitized})
add_test(NAME tables COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tables.sh
  ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${sanitized})
add_test(NAME command COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/command.sh ${PROJECT_BINARY_DIR})
add_test(NAME check_model COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_model.sh
  ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${sanitized})
add_test(NAME octave COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/octave.sh
  $<TARGET_FILE:mbdae_dassl> ${PROJECT_SOURCE_DIR} ${sanitized})
set(scripts exports exports_dassl octave readme install tables command check_model)

if(CMAKE_Fortran_COMPILER)
  add_test(NAME fortran_manipulator COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/fortran_manipulator.sh
    $<TARGET_FILE:manipulator_f> ${PROJECT_SOURCE_DIR}/problems/data/manipulator_case1.csv)
  add_test(NAME fortran_pendulum COMMAND pendulum_f90)
  add_test(NAME fortran_bad_input COMMAND bad_input_f)
  add_test(NAME fortran_check COMMAND check_f)
  add_test(NAME fortran_robertson COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/fortran_robertson.sh
    $<TARGET_FILE:robertson_f>)
  add_test(NAME fortran_mbs COMMAND mbs_f90)
  add_test(NAME fortran_ext COMMAND ext_f90)
  list(APPEND scripts fortran_manipulator fortran_pendulum fortran_bad_input fortran_check
    fortran_robertson fortran_mbs fortran_ext)
endif()

set_tests_properties(${scripts} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
