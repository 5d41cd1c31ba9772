#!/bin/sh
# mpicc, mpicxx, mpifort and their other names: the compiler, with what makes a program one that
# many ranks load. Everything else is the compiler's.
#
# Starts hardly a process before the compiler: it is called once for each source of a program.
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
  mpicc | mpicc_abi) language=C compiler=${ISTHMUS_CC:-gcc} ;;
  mpicxx | mpic++ | mpiCC | mpicxx_abi) language=CXX compiler=${ISTHMUS_CXX:-g++} ;;
  mpifort | mpif90 | mpif77 | mpifort_abi) language=Fortran compiler=${ISTHMUS_FC:-gfortran} ;;
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

command -v "${compiler%% *}" >/dev/null ||
  refuse "${compiler%% *}: no such compiler (-cc= names another one)"

# The modules mpi and mpi_f08 as this compiler has them; made when they are first asked for. Sets
# `modules`, and `mismatch`, by which GNU Fortran takes procedures of mpif.h with any type.
find_modules() {
  version=$($compiler -dumpfullversion 2>/dev/null) || version=$($compiler --version) ||
    refuse "$compiler does not say its version"
  read -r state <"$root/lib/modules/state"
  short=${compiler##*/}-${version%%"
"*}
  case $short in
    *[!A-Za-z0-9._-]*) short=$(printf %s "$short" | tr -c 'A-Za-z0-9._-' _) ;;
  esac
  case $short in
    *gfortran*-[1-9].*) ;;
    *gfortran*) mismatch=-fallow-argument-mismatch ;;
  esac
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/isthmus/mpi-modules
  modules=$cache/$state-$short
  [ ! -d "$modules" ] || return 0
  # Made aside and given its name when it is whole: another compiler may be at it, too.
  mkdir -p "$cache" 2>/dev/null && aside=$(mktemp -d "$modules.XXXXXX" 2>/dev/null) ||
    refuse "cannot keep modules in $cache (XDG_CACHE_HOME names another folder)"
  for module in mpi mpi_f08; do
    $compiler -fsyntax-only -J"$aside" "$root/lib/modules/$module.f90" >&2 || {
      rm -rf "$aside"
      refuse "$compiler cannot compile the module $module"
    }
  done
  mv -T "$aside" "$modules" 2>/dev/null || rm -rf "$aside"
}

modules='' mismatch='' libraries=-lmpi_abi
if [ $language = Fortran ]; then
  libraries='-listhmus_mpifort -lmpi_abi'
  case $input$asked in
    no | nocommand | nolib* | nolink | noversion | nohelp) ;;
    *) find_modules ;;
  esac
fi

case $asked in
  '' | -show) ;;
  compile)
    show "-I$root/include" ${modules:+"-I$modules"} $mismatch $(cat "$root/lib/compile.options")
    exit
    ;;
  link) show "-L$root/lib" "-Wl,-rpath,$root/lib" $libraries && exit ;;
  command) show $compiler && exit ;;
  incdirs) show "$root/include" ${modules:+"$modules"} && exit ;;
  libdirs) show "$root/lib" && exit ;;
  libs)
    separator=
    for library in $libraries; do quoted "${library#-l}"; done
    echo
    exit
    ;;
  version) echo "$name: Isthmus, MPI 5.0" && exit ;;
  help) help && exit ;;
  *) refuse "-showme:$asked is not known (expected what $name -showme:help lists)" ;;
esac

# Options of ours come last, where they win: a program is told -fPIE or -pie by build systems that
# take it for a usual one.
if [ "$input" = yes ] || [ "$asked" = -show ]; then
  set -- "$@" "-I$root/include" ${modules:+"-I$modules"} $mismatch "@$root/lib/compile.options"
  if [ "$links" = yes ]; then
    [ -z "$static" ] || [ "$program" = no ] ||
      refuse "$static: what many ranks load cannot be linked statically; leave the option out"
    set -- "$@" "-L$root/lib" "-Wl,-rpath,$root/lib" $libraries
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
