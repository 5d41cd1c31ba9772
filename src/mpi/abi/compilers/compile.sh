#!/bin/sh
# mpicc, mpicxx, mpic++, mpiCC, mpifort, mpif90, mpif77: the compiler, with what makes a program one
# that many ranks load. Everything else is the compiler's.
#
# Starts no other process before the compiler but one that asks where this file lies: it is called
# once for each source of a program.
name=${0##*/}

refuse() {
  echo "$name: $1" >&2
  exit 2
}

# The folder of bin, include and lib.
here=$0
[ ! -L "$here" ] || here=$(readlink -f -- "$here")
root=$(CDPATH='' cd -P -- "${here%/*}/.." && pwd) || refuse "its own folder is gone"

case $name in
  mpicc) language=C compiler=${ISTHMUS_CC:-gcc} ;;
  mpicxx | mpic++ | mpiCC) language=CXX compiler=${ISTHMUS_CXX:-g++} ;;
  mpifort | mpif90 | mpif77) language=Fortran compiler=${ISTHMUS_FC:-gfortran} ;;
  *) refuse "a compiler is asked for by the name mpicc, mpicxx or mpifort" ;;
esac

help() {
  cat <<END
$name: calls $compiler with what MPI programs need, for ranks of Isthmus.

  -cc=COMPILER, -cxx=, -fc=   another compiler; so does ISTHMUS_CC, ISTHMUS_CXX, ISTHMUS_FC
  -show, -showme              prints the command and does not run it
  -showme:compile, :link      prints options for another build system, as do
                              -compile_info and -link_info
  -showme:command, :incdirs, :libdirs, :libs, :version, :help

All other options are the compiler's.
END
}

# As a shell reads it back.
quoted() {
  for word do
    case $word in
      *[!A-Za-z0-9_@%+=:,./-]* | '')
        rest=$word word=
        while case $rest in *\'*) ;; *) false ;; esac do
          word="$word${rest%%\'*}'\\''" rest=${rest#*\'}
        done
        word="'$word$rest'"
        ;;
    esac
    printf '%s%s' "$separator" "$word"
    separator=' '
  done
}

show() {
  separator=
  quoted "$@"
  echo
}

# Looks at an option that says what is to be made.
see() {
  case $1 in
    -c | -S | -E | -M | -MM | -fsyntax-only | -r) program=no links=no ;;
    -shared | --shared) program=no ;;
    -static | --static | -static-pie) static=$1 ;;
  esac
}

program=yes links=yes static='' input=no asked='' value=no
for word do
  shift
  if [ "$value" = yes ]; then
    value=no
    set -- "$@" "$word"
    continue
  fi
  case $word in
    -cc=* | -cxx=* | -CC=* | -fc=* | -f90=* | -f77=*) compiler=${word#*=} && continue ;;
    -show | -showme | --showme) asked=-show && continue ;;
    -showme:* | --showme:*) asked=${word#*:} && continue ;;
    -compile_info | -compile-info) asked=compile && continue ;;
    -link_info | -link-info) asked=link && continue ;;
    -o | -I | -L | -D | -U | -J | -include | -imacros | -isystem | -iquote | -idirafter | -MF | \
      -MT | -MQ | -x | -T | -u | -z | -e | -Xlinker | -Xassembler | -Xpreprocessor | -Xclang | \
      --param | -target | -arch | -wrapper | -aux-info)
      value=yes
      ;;
    -) input=yes ;;
    -*) see "$word" ;;
    @*)
      input=yes
      if [ -r "${word#@}" ]; then
        set -f
        for inner in $(tr '\n' ' ' <"${word#@}"); do see "$inner"; done
        set +f
      fi
      ;;
    *) input=yes ;;
  esac
  set -- "$@" "$word"
done

case $asked in
  '' | -show) ;;
  compile) show "-I$root/include" $(cat "$root/lib/compile.options") && exit ;;
  link) show "-L$root/lib" "-Wl,-rpath,$root/lib" -lmpi_abi && exit ;;
  command) show $compiler && exit ;;
  incdirs) show "$root/include" && exit ;;
  libdirs) show "$root/lib" && exit ;;
  libs) show mpi_abi && exit ;;
  version) echo "$name: Isthmus, MPI 5.0" && exit ;;
  help) help && exit ;;
  *) refuse "-showme:$asked is not known (expected what $name -showme:help lists)" ;;
esac

# Options of ours come last, where they win: a program is told -fPIE or -pie by build systems that
# take it for a usual one.
if [ "$input" = yes ] || [ "$asked" = -show ]; then
  set -- "$@" "-I$root/include" "@$root/lib/compile.options"
  if [ "$links" = yes ]; then
    [ -z "$static" ] || [ "$program" = no ] ||
      refuse "$static: what many ranks load cannot be linked statically; leave the option out"
    set -- "$@" -x none "-L$root/lib" "-Wl,-rpath,$root/lib" -lmpi_abi
    # What asks for main comes first, as main may lie in a static library.
    [ "$program" = no ] ||
      set -- "$root/lib/interpreter.o" "@$root/lib/link.options" "$@" -shared
  fi
fi
if [ "$asked" = -show ]; then
  show $compiler "$@"
  exit
fi
exec $compiler "$@"
