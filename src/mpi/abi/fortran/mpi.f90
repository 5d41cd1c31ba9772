! The module mpi.
! Made by tools/make_mpi_abi.py of constants.toml and the standard's list; edit those.
MODULE mpi
  USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR
  IMPLICIT NONE
      INTEGER MPI_ADDRESS_KIND
      PARAMETER (MPI_ADDRESS_KIND=8)
      INTEGER MPI_OFFSET_KIND
      PARAMETER (MPI_OFFSET_KIND=8)
      INTEGER MPI_COUNT_KIND
      PARAMETER (MPI_COUNT_KIND=8)
      INTEGER MPI_INTEGER_KIND
      PARAMETER (MPI_INTEGER_KIND=4)
      INTEGER MPI_STATUS_SIZE
      PARAMETER (MPI_STATUS_SIZE=8)
      INTEGER MPI_SOURCE
      PARAMETER (MPI_SOURCE=1)
      INTEGER MPI_TAG
      PARAMETER (MPI_TAG=2)
      INTEGER MPI_ERROR
      PARAMETER (MPI_ERROR=3)
      INTEGER MPI_VERSION
      PARAMETER (MPI_VERSION=5)
      INTEGER MPI_SUBVERSION
      PARAMETER (MPI_SUBVERSION=0)
      INTEGER MPI_ABI_VERSION
      PARAMETER (MPI_ABI_VERSION=1)
      INTEGER MPI_ABI_SUBVERSION
      PARAMETER (MPI_ABI_SUBVERSION=0)
      INTEGER MPI_MAX_DATAREP_STRING
      PARAMETER (MPI_MAX_DATAREP_STRING=127)
      INTEGER MPI_MAX_ERROR_STRING
      PARAMETER (MPI_MAX_ERROR_STRING=511)
      INTEGER MPI_MAX_INFO_KEY
      PARAMETER (MPI_MAX_INFO_KEY=255)
      INTEGER MPI_MAX_INFO_VAL
      PARAMETER (MPI_MAX_INFO_VAL=1023)
      INTEGER MPI_MAX_LIBRARY_VERSION_STRING
      PARAMETER (MPI_MAX_LIBRARY_VERSION_STRING=8191)
      INTEGER MPI_MAX_OBJECT_NAME
      PARAMETER (MPI_MAX_OBJECT_NAME=127)
      INTEGER MPI_MAX_PORT_NAME
      PARAMETER (MPI_MAX_PORT_NAME=1023)
      INTEGER MPI_MAX_PROCESSOR_NAME
      PARAMETER (MPI_MAX_PROCESSOR_NAME=255)
      INTEGER MPI_MAX_STRINGTAG_LEN
      PARAMETER (MPI_MAX_STRINGTAG_LEN=1023)
      INTEGER MPI_MAX_PSET_NAME_LEN
      PARAMETER (MPI_MAX_PSET_NAME_LEN=1023)
      INTEGER MPI_BSEND_OVERHEAD
      PARAMETER (MPI_BSEND_OVERHEAD=512)
      INTEGER MPI_SUCCESS
      PARAMETER (MPI_SUCCESS=0)
      INTEGER MPI_ERR_BUFFER
      PARAMETER (MPI_ERR_BUFFER=1)
      INTEGER MPI_ERR_COUNT
      PARAMETER (MPI_ERR_COUNT=2)
      INTEGER MPI_ERR_TYPE
      PARAMETER (MPI_ERR_TYPE=3)
      INTEGER MPI_ERR_TAG
      PARAMETER (MPI_ERR_TAG=4)
      INTEGER MPI_ERR_COMM
      PARAMETER (MPI_ERR_COMM=5)
      INTEGER MPI_ERR_RANK
      PARAMETER (MPI_ERR_RANK=6)
      INTEGER MPI_ERR_REQUEST
      PARAMETER (MPI_ERR_REQUEST=7)
      INTEGER MPI_ERR_ROOT
      PARAMETER (MPI_ERR_ROOT=8)
      INTEGER MPI_ERR_GROUP
      PARAMETER (MPI_ERR_GROUP=9)
      INTEGER MPI_ERR_OP
      PARAMETER (MPI_ERR_OP=10)
      INTEGER MPI_ERR_TOPOLOGY
      PARAMETER (MPI_ERR_TOPOLOGY=11)
      INTEGER MPI_ERR_DIMS
      PARAMETER (MPI_ERR_DIMS=12)
      INTEGER MPI_ERR_ARG
      PARAMETER (MPI_ERR_ARG=13)
      INTEGER MPI_ERR_UNKNOWN
      PARAMETER (MPI_ERR_UNKNOWN=14)
      INTEGER MPI_ERR_TRUNCATE
      PARAMETER (MPI_ERR_TRUNCATE=15)
      INTEGER MPI_ERR_OTHER
      PARAMETER (MPI_ERR_OTHER=16)
      INTEGER MPI_ERR_INTERN
      PARAMETER (MPI_ERR_INTERN=17)
      INTEGER MPI_ERR_PENDING
      PARAMETER (MPI_ERR_PENDING=18)
      INTEGER MPI_ERR_IN_STATUS
      PARAMETER (MPI_ERR_IN_STATUS=19)
      INTEGER MPI_ERR_ACCESS
      PARAMETER (MPI_ERR_ACCESS=20)
      INTEGER MPI_ERR_AMODE
      PARAMETER (MPI_ERR_AMODE=21)
      INTEGER MPI_ERR_ASSERT
      PARAMETER (MPI_ERR_ASSERT=22)
      INTEGER MPI_ERR_BAD_FILE
      PARAMETER (MPI_ERR_BAD_FILE=23)
      INTEGER MPI_ERR_BASE
      PARAMETER (MPI_ERR_BASE=24)
      INTEGER MPI_ERR_CONVERSION
      PARAMETER (MPI_ERR_CONVERSION=25)
      INTEGER MPI_ERR_DISP
      PARAMETER (MPI_ERR_DISP=26)
      INTEGER MPI_ERR_DUP_DATAREP
      PARAMETER (MPI_ERR_DUP_DATAREP=27)
      INTEGER MPI_ERR_FILE_EXISTS
      PARAMETER (MPI_ERR_FILE_EXISTS=28)
      INTEGER MPI_ERR_FILE_IN_USE
      PARAMETER (MPI_ERR_FILE_IN_USE=29)
      INTEGER MPI_ERR_FILE
      PARAMETER (MPI_ERR_FILE=30)
      INTEGER MPI_ERR_INFO_KEY
      PARAMETER (MPI_ERR_INFO_KEY=31)
      INTEGER MPI_ERR_INFO_NOKEY
      PARAMETER (MPI_ERR_INFO_NOKEY=32)
      INTEGER MPI_ERR_INFO_VALUE
      PARAMETER (MPI_ERR_INFO_VALUE=33)
      INTEGER MPI_ERR_INFO
      PARAMETER (MPI_ERR_INFO=34)
      INTEGER MPI_ERR_IO
      PARAMETER (MPI_ERR_IO=35)
      INTEGER MPI_ERR_KEYVAL
      PARAMETER (MPI_ERR_KEYVAL=36)
      INTEGER MPI_ERR_LOCKTYPE
      PARAMETER (MPI_ERR_LOCKTYPE=37)
      INTEGER MPI_ERR_NAME
      PARAMETER (MPI_ERR_NAME=38)
      INTEGER MPI_ERR_NO_MEM
      PARAMETER (MPI_ERR_NO_MEM=39)
      INTEGER MPI_ERR_NOT_SAME
      PARAMETER (MPI_ERR_NOT_SAME=40)
      INTEGER MPI_ERR_NO_SPACE
      PARAMETER (MPI_ERR_NO_SPACE=41)
      INTEGER MPI_ERR_NO_SUCH_FILE
      PARAMETER (MPI_ERR_NO_SUCH_FILE=42)
      INTEGER MPI_ERR_PORT
      PARAMETER (MPI_ERR_PORT=43)
      INTEGER MPI_ERR_QUOTA
      PARAMETER (MPI_ERR_QUOTA=44)
      INTEGER MPI_ERR_READ_ONLY
      PARAMETER (MPI_ERR_READ_ONLY=45)
      INTEGER MPI_ERR_RMA_ATTACH
      PARAMETER (MPI_ERR_RMA_ATTACH=46)
      INTEGER MPI_ERR_RMA_CONFLICT
      PARAMETER (MPI_ERR_RMA_CONFLICT=47)
      INTEGER MPI_ERR_RMA_RANGE
      PARAMETER (MPI_ERR_RMA_RANGE=48)
      INTEGER MPI_ERR_RMA_SHARED
      PARAMETER (MPI_ERR_RMA_SHARED=49)
      INTEGER MPI_ERR_RMA_SYNC
      PARAMETER (MPI_ERR_RMA_SYNC=50)
      INTEGER MPI_ERR_SERVICE
      PARAMETER (MPI_ERR_SERVICE=51)
      INTEGER MPI_ERR_SIZE
      PARAMETER (MPI_ERR_SIZE=52)
      INTEGER MPI_ERR_SPAWN
      PARAMETER (MPI_ERR_SPAWN=53)
      INTEGER MPI_ERR_UNSUPPORTED_DATAREP
      PARAMETER (MPI_ERR_UNSUPPORTED_DATAREP=54)
      INTEGER MPI_ERR_UNSUPPORTED_OPERATION
      PARAMETER (MPI_ERR_UNSUPPORTED_OPERATION=55)
      INTEGER MPI_ERR_WIN
      PARAMETER (MPI_ERR_WIN=56)
      INTEGER MPI_ERR_RMA_FLAVOR
      PARAMETER (MPI_ERR_RMA_FLAVOR=57)
      INTEGER MPI_ERR_PROC_ABORTED
      PARAMETER (MPI_ERR_PROC_ABORTED=58)
      INTEGER MPI_ERR_VALUE_TOO_LARGE
      PARAMETER (MPI_ERR_VALUE_TOO_LARGE=59)
      INTEGER MPI_ERR_SESSION
      PARAMETER (MPI_ERR_SESSION=60)
      INTEGER MPI_ERR_ERRHANDLER
      PARAMETER (MPI_ERR_ERRHANDLER=61)
      INTEGER MPI_ERR_ABI
      PARAMETER (MPI_ERR_ABI=62)
      INTEGER MPI_ERR_LASTCODE
      PARAMETER (MPI_ERR_LASTCODE=16383)
      INTEGER MPI_ANY_SOURCE
      PARAMETER (MPI_ANY_SOURCE=-1)
      INTEGER MPI_ANY_TAG
      PARAMETER (MPI_ANY_TAG=-2)
      INTEGER MPI_PROC_NULL
      PARAMETER (MPI_PROC_NULL=-3)
      INTEGER MPI_ROOT
      PARAMETER (MPI_ROOT=-4)
      INTEGER MPI_UNDEFINED
      PARAMETER (MPI_UNDEFINED=-32766)
      INTEGER MPI_THREAD_SINGLE
      PARAMETER (MPI_THREAD_SINGLE=0)
      INTEGER MPI_THREAD_FUNNELED
      PARAMETER (MPI_THREAD_FUNNELED=1024)
      INTEGER MPI_THREAD_SERIALIZED
      PARAMETER (MPI_THREAD_SERIALIZED=2048)
      INTEGER MPI_THREAD_MULTIPLE
      PARAMETER (MPI_THREAD_MULTIPLE=4096)
      INTEGER MPI_IDENT
      PARAMETER (MPI_IDENT=201)
      INTEGER MPI_CONGRUENT
      PARAMETER (MPI_CONGRUENT=202)
      INTEGER MPI_SIMILAR
      PARAMETER (MPI_SIMILAR=203)
      INTEGER MPI_UNEQUAL
      PARAMETER (MPI_UNEQUAL=204)
      INTEGER MPI_CART
      PARAMETER (MPI_CART=211)
      INTEGER MPI_GRAPH
      PARAMETER (MPI_GRAPH=212)
      INTEGER MPI_DIST_GRAPH
      PARAMETER (MPI_DIST_GRAPH=213)
      INTEGER MPI_COMM_TYPE_SHARED
      PARAMETER (MPI_COMM_TYPE_SHARED=221)
      INTEGER MPI_COMM_TYPE_HW_UNGUIDED
      PARAMETER (MPI_COMM_TYPE_HW_UNGUIDED=222)
      INTEGER MPI_COMM_TYPE_HW_GUIDED
      PARAMETER (MPI_COMM_TYPE_HW_GUIDED=223)
      INTEGER MPI_COMM_TYPE_RESOURCE_GUIDED
      PARAMETER (MPI_COMM_TYPE_RESOURCE_GUIDED=224)
      INTEGER MPI_ORDER_C
      PARAMETER (MPI_ORDER_C=12)
      INTEGER MPI_ORDER_FORTRAN
      PARAMETER (MPI_ORDER_FORTRAN=15)
      INTEGER MPI_DISTRIBUTE_NONE
      PARAMETER (MPI_DISTRIBUTE_NONE=16)
      INTEGER MPI_DISTRIBUTE_BLOCK
      PARAMETER (MPI_DISTRIBUTE_BLOCK=17)
      INTEGER MPI_DISTRIBUTE_CYCLIC
      PARAMETER (MPI_DISTRIBUTE_CYCLIC=18)
      INTEGER MPI_DISTRIBUTE_DFLT_DARG
      PARAMETER (MPI_DISTRIBUTE_DFLT_DARG=19)
      INTEGER MPI_COMBINER_NAMED
      PARAMETER (MPI_COMBINER_NAMED=101)
      INTEGER MPI_COMBINER_DUP
      PARAMETER (MPI_COMBINER_DUP=102)
      INTEGER MPI_COMBINER_CONTIGUOUS
      PARAMETER (MPI_COMBINER_CONTIGUOUS=103)
      INTEGER MPI_COMBINER_VECTOR
      PARAMETER (MPI_COMBINER_VECTOR=104)
      INTEGER MPI_COMBINER_HVECTOR
      PARAMETER (MPI_COMBINER_HVECTOR=105)
      INTEGER MPI_COMBINER_INDEXED
      PARAMETER (MPI_COMBINER_INDEXED=106)
      INTEGER MPI_COMBINER_HINDEXED
      PARAMETER (MPI_COMBINER_HINDEXED=107)
      INTEGER MPI_COMBINER_INDEXED_BLOCK
      PARAMETER (MPI_COMBINER_INDEXED_BLOCK=108)
      INTEGER MPI_COMBINER_HINDEXED_BLOCK
      PARAMETER (MPI_COMBINER_HINDEXED_BLOCK=109)
      INTEGER MPI_COMBINER_STRUCT
      PARAMETER (MPI_COMBINER_STRUCT=110)
      INTEGER MPI_COMBINER_SUBARRAY
      PARAMETER (MPI_COMBINER_SUBARRAY=111)
      INTEGER MPI_COMBINER_DARRAY
      PARAMETER (MPI_COMBINER_DARRAY=112)
      INTEGER MPI_COMBINER_F90_REAL
      PARAMETER (MPI_COMBINER_F90_REAL=113)
      INTEGER MPI_COMBINER_F90_COMPLEX
      PARAMETER (MPI_COMBINER_F90_COMPLEX=114)
      INTEGER MPI_COMBINER_F90_INTEGER
      PARAMETER (MPI_COMBINER_F90_INTEGER=115)
      INTEGER MPI_COMBINER_RESIZED
      PARAMETER (MPI_COMBINER_RESIZED=116)
      INTEGER MPI_COMBINER_VALUE_INDEX
      PARAMETER (MPI_COMBINER_VALUE_INDEX=117)
      INTEGER MPIX_TYPECLASS_LOGICAL
      PARAMETER (MPIX_TYPECLASS_LOGICAL=191)
      INTEGER MPI_TYPECLASS_INTEGER
      PARAMETER (MPI_TYPECLASS_INTEGER=192)
      INTEGER MPI_TYPECLASS_REAL
      PARAMETER (MPI_TYPECLASS_REAL=193)
      INTEGER MPI_TYPECLASS_COMPLEX
      PARAMETER (MPI_TYPECLASS_COMPLEX=194)
      INTEGER MPI_LOCK_EXCLUSIVE
      PARAMETER (MPI_LOCK_EXCLUSIVE=301)
      INTEGER MPI_LOCK_SHARED
      PARAMETER (MPI_LOCK_SHARED=302)
      INTEGER MPI_WIN_FLAVOR_CREATE
      PARAMETER (MPI_WIN_FLAVOR_CREATE=311)
      INTEGER MPI_WIN_FLAVOR_ALLOCATE
      PARAMETER (MPI_WIN_FLAVOR_ALLOCATE=312)
      INTEGER MPI_WIN_FLAVOR_DYNAMIC
      PARAMETER (MPI_WIN_FLAVOR_DYNAMIC=313)
      INTEGER MPI_WIN_FLAVOR_SHARED
      PARAMETER (MPI_WIN_FLAVOR_SHARED=314)
      INTEGER MPI_WIN_UNIFIED
      PARAMETER (MPI_WIN_UNIFIED=321)
      INTEGER MPI_WIN_SEPARATE
      PARAMETER (MPI_WIN_SEPARATE=322)
      INTEGER MPI_MODE_APPEND
      PARAMETER (MPI_MODE_APPEND=1)
      INTEGER MPI_MODE_CREATE
      PARAMETER (MPI_MODE_CREATE=2)
      INTEGER MPI_MODE_DELETE_ON_CLOSE
      PARAMETER (MPI_MODE_DELETE_ON_CLOSE=4)
      INTEGER MPI_MODE_EXCL
      PARAMETER (MPI_MODE_EXCL=8)
      INTEGER MPI_MODE_RDONLY
      PARAMETER (MPI_MODE_RDONLY=16)
      INTEGER MPI_MODE_RDWR
      PARAMETER (MPI_MODE_RDWR=32)
      INTEGER MPI_MODE_SEQUENTIAL
      PARAMETER (MPI_MODE_SEQUENTIAL=64)
      INTEGER MPI_MODE_UNIQUE_OPEN
      PARAMETER (MPI_MODE_UNIQUE_OPEN=128)
      INTEGER MPI_MODE_WRONLY
      PARAMETER (MPI_MODE_WRONLY=256)
      INTEGER MPI_MODE_NOCHECK
      PARAMETER (MPI_MODE_NOCHECK=1024)
      INTEGER MPI_MODE_NOPRECEDE
      PARAMETER (MPI_MODE_NOPRECEDE=2048)
      INTEGER MPI_MODE_NOPUT
      PARAMETER (MPI_MODE_NOPUT=4096)
      INTEGER MPI_MODE_NOSTORE
      PARAMETER (MPI_MODE_NOSTORE=8192)
      INTEGER MPI_MODE_NOSUCCEED
      PARAMETER (MPI_MODE_NOSUCCEED=16384)
      INTEGER MPI_SEEK_CUR
      PARAMETER (MPI_SEEK_CUR=401)
      INTEGER MPI_SEEK_END
      PARAMETER (MPI_SEEK_END=402)
      INTEGER MPI_SEEK_SET
      PARAMETER (MPI_SEEK_SET=403)
      INTEGER MPI_KEYVAL_INVALID
      PARAMETER (MPI_KEYVAL_INVALID=0)
      INTEGER MPI_TAG_UB
      PARAMETER (MPI_TAG_UB=501)
      INTEGER MPI_IO
      PARAMETER (MPI_IO=502)
      INTEGER MPI_HOST
      PARAMETER (MPI_HOST=503)
      INTEGER MPI_WTIME_IS_GLOBAL
      PARAMETER (MPI_WTIME_IS_GLOBAL=504)
      INTEGER MPI_APPNUM
      PARAMETER (MPI_APPNUM=505)
      INTEGER MPI_LASTUSEDCODE
      PARAMETER (MPI_LASTUSEDCODE=506)
      INTEGER MPI_UNIVERSE_SIZE
      PARAMETER (MPI_UNIVERSE_SIZE=507)
      INTEGER MPI_WIN_BASE
      PARAMETER (MPI_WIN_BASE=601)
      INTEGER MPI_WIN_DISP_UNIT
      PARAMETER (MPI_WIN_DISP_UNIT=602)
      INTEGER MPI_WIN_SIZE
      PARAMETER (MPI_WIN_SIZE=603)
      INTEGER MPI_WIN_CREATE_FLAVOR
      PARAMETER (MPI_WIN_CREATE_FLAVOR=604)
      INTEGER MPI_WIN_MODEL
      PARAMETER (MPI_WIN_MODEL=605)
      LOGICAL MPI_SUBARRAYS_SUPPORTED
      PARAMETER (MPI_SUBARRAYS_SUPPORTED=.FALSE.)
      LOGICAL MPI_ASYNC_PROTECTS_NONBLOCKING
      PARAMETER (MPI_ASYNC_PROTECTS_NONBLOCKING=.FALSE.)
      INTEGER*8 MPI_DISPLACEMENT_CURRENT
      PARAMETER (MPI_DISPLACEMENT_CURRENT=-1)
      INTEGER MPI_OP_NULL
      PARAMETER (MPI_OP_NULL=32)
      INTEGER MPI_SUM
      PARAMETER (MPI_SUM=33)
      INTEGER MPI_MIN
      PARAMETER (MPI_MIN=34)
      INTEGER MPI_MAX
      PARAMETER (MPI_MAX=35)
      INTEGER MPI_PROD
      PARAMETER (MPI_PROD=36)
      INTEGER MPI_BAND
      PARAMETER (MPI_BAND=40)
      INTEGER MPI_BOR
      PARAMETER (MPI_BOR=41)
      INTEGER MPI_BXOR
      PARAMETER (MPI_BXOR=42)
      INTEGER MPI_LAND
      PARAMETER (MPI_LAND=48)
      INTEGER MPI_LOR
      PARAMETER (MPI_LOR=49)
      INTEGER MPI_LXOR
      PARAMETER (MPI_LXOR=50)
      INTEGER MPI_MINLOC
      PARAMETER (MPI_MINLOC=56)
      INTEGER MPI_MAXLOC
      PARAMETER (MPI_MAXLOC=57)
      INTEGER MPI_REPLACE
      PARAMETER (MPI_REPLACE=60)
      INTEGER MPI_NO_OP
      PARAMETER (MPI_NO_OP=61)
      INTEGER MPI_COMM_NULL
      PARAMETER (MPI_COMM_NULL=256)
      INTEGER MPI_COMM_WORLD
      PARAMETER (MPI_COMM_WORLD=257)
      INTEGER MPI_COMM_SELF
      PARAMETER (MPI_COMM_SELF=258)
      INTEGER MPI_GROUP_NULL
      PARAMETER (MPI_GROUP_NULL=264)
      INTEGER MPI_GROUP_EMPTY
      PARAMETER (MPI_GROUP_EMPTY=265)
      INTEGER MPI_WIN_NULL
      PARAMETER (MPI_WIN_NULL=272)
      INTEGER MPI_FILE_NULL
      PARAMETER (MPI_FILE_NULL=280)
      INTEGER MPI_SESSION_NULL
      PARAMETER (MPI_SESSION_NULL=288)
      INTEGER MPI_MESSAGE_NULL
      PARAMETER (MPI_MESSAGE_NULL=296)
      INTEGER MPI_MESSAGE_NO_PROC
      PARAMETER (MPI_MESSAGE_NO_PROC=297)
      INTEGER MPI_INFO_NULL
      PARAMETER (MPI_INFO_NULL=304)
      INTEGER MPI_INFO_ENV
      PARAMETER (MPI_INFO_ENV=305)
      INTEGER MPI_ERRHANDLER_NULL
      PARAMETER (MPI_ERRHANDLER_NULL=320)
      INTEGER MPI_ERRORS_ARE_FATAL
      PARAMETER (MPI_ERRORS_ARE_FATAL=321)
      INTEGER MPI_ERRORS_ABORT
      PARAMETER (MPI_ERRORS_ABORT=322)
      INTEGER MPI_ERRORS_RETURN
      PARAMETER (MPI_ERRORS_RETURN=323)
      INTEGER MPI_REQUEST_NULL
      PARAMETER (MPI_REQUEST_NULL=384)
      INTEGER MPI_DATATYPE_NULL
      PARAMETER (MPI_DATATYPE_NULL=512)
      INTEGER MPI_AINT
      PARAMETER (MPI_AINT=513)
      INTEGER MPI_COUNT
      PARAMETER (MPI_COUNT=514)
      INTEGER MPI_OFFSET
      PARAMETER (MPI_OFFSET=515)
      INTEGER MPI_PACKED
      PARAMETER (MPI_PACKED=519)
      INTEGER MPI_SHORT
      PARAMETER (MPI_SHORT=520)
      INTEGER MPI_INT
      PARAMETER (MPI_INT=521)
      INTEGER MPI_LONG
      PARAMETER (MPI_LONG=522)
      INTEGER MPI_LONG_LONG
      PARAMETER (MPI_LONG_LONG=523)
      INTEGER MPI_UNSIGNED_SHORT
      PARAMETER (MPI_UNSIGNED_SHORT=524)
      INTEGER MPI_UNSIGNED
      PARAMETER (MPI_UNSIGNED=525)
      INTEGER MPI_UNSIGNED_LONG
      PARAMETER (MPI_UNSIGNED_LONG=526)
      INTEGER MPI_UNSIGNED_LONG_LONG
      PARAMETER (MPI_UNSIGNED_LONG_LONG=527)
      INTEGER MPI_FLOAT
      PARAMETER (MPI_FLOAT=528)
      INTEGER MPI_C_FLOAT_COMPLEX
      PARAMETER (MPI_C_FLOAT_COMPLEX=530)
      INTEGER MPI_CXX_FLOAT_COMPLEX
      PARAMETER (MPI_CXX_FLOAT_COMPLEX=531)
      INTEGER MPI_DOUBLE
      PARAMETER (MPI_DOUBLE=532)
      INTEGER MPI_C_DOUBLE_COMPLEX
      PARAMETER (MPI_C_DOUBLE_COMPLEX=534)
      INTEGER MPI_CXX_DOUBLE_COMPLEX
      PARAMETER (MPI_CXX_DOUBLE_COMPLEX=535)
      INTEGER MPI_LOGICAL
      PARAMETER (MPI_LOGICAL=536)
      INTEGER MPI_INTEGER
      PARAMETER (MPI_INTEGER=537)
      INTEGER MPI_REAL
      PARAMETER (MPI_REAL=538)
      INTEGER MPI_COMPLEX
      PARAMETER (MPI_COMPLEX=539)
      INTEGER MPI_DOUBLE_PRECISION
      PARAMETER (MPI_DOUBLE_PRECISION=540)
      INTEGER MPI_DOUBLE_COMPLEX
      PARAMETER (MPI_DOUBLE_COMPLEX=541)
      INTEGER MPI_CHARACTER
      PARAMETER (MPI_CHARACTER=542)
      INTEGER MPI_LONG_DOUBLE
      PARAMETER (MPI_LONG_DOUBLE=544)
      INTEGER MPI_C_LONG_DOUBLE_COMPLEX
      PARAMETER (MPI_C_LONG_DOUBLE_COMPLEX=548)
      INTEGER MPI_CXX_LONG_DOUBLE_COMPLEX
      PARAMETER (MPI_CXX_LONG_DOUBLE_COMPLEX=549)
      INTEGER MPI_FLOAT_INT
      PARAMETER (MPI_FLOAT_INT=552)
      INTEGER MPI_DOUBLE_INT
      PARAMETER (MPI_DOUBLE_INT=553)
      INTEGER MPI_LONG_INT
      PARAMETER (MPI_LONG_INT=554)
      INTEGER MPI_2INT
      PARAMETER (MPI_2INT=555)
      INTEGER MPI_SHORT_INT
      PARAMETER (MPI_SHORT_INT=556)
      INTEGER MPI_LONG_DOUBLE_INT
      PARAMETER (MPI_LONG_DOUBLE_INT=557)
      INTEGER MPI_2REAL
      PARAMETER (MPI_2REAL=560)
      INTEGER MPI_2DOUBLE_PRECISION
      PARAMETER (MPI_2DOUBLE_PRECISION=561)
      INTEGER MPI_2INTEGER
      PARAMETER (MPI_2INTEGER=562)
      INTEGER MPI_C_BOOL
      PARAMETER (MPI_C_BOOL=568)
      INTEGER MPI_CXX_BOOL
      PARAMETER (MPI_CXX_BOOL=569)
      INTEGER MPI_WCHAR
      PARAMETER (MPI_WCHAR=572)
      INTEGER MPI_INT8_T
      PARAMETER (MPI_INT8_T=576)
      INTEGER MPI_UINT8_T
      PARAMETER (MPI_UINT8_T=577)
      INTEGER MPI_CHAR
      PARAMETER (MPI_CHAR=579)
      INTEGER MPI_SIGNED_CHAR
      PARAMETER (MPI_SIGNED_CHAR=580)
      INTEGER MPI_UNSIGNED_CHAR
      PARAMETER (MPI_UNSIGNED_CHAR=581)
      INTEGER MPI_BYTE
      PARAMETER (MPI_BYTE=583)
      INTEGER MPI_INT16_T
      PARAMETER (MPI_INT16_T=584)
      INTEGER MPI_UINT16_T
      PARAMETER (MPI_UINT16_T=585)
      INTEGER MPI_INT32_T
      PARAMETER (MPI_INT32_T=592)
      INTEGER MPI_UINT32_T
      PARAMETER (MPI_UINT32_T=593)
      INTEGER MPI_INT64_T
      PARAMETER (MPI_INT64_T=600)
      INTEGER MPI_UINT64_T
      PARAMETER (MPI_UINT64_T=601)
      INTEGER MPI_LOGICAL1
      PARAMETER (MPI_LOGICAL1=704)
      INTEGER MPI_INTEGER1
      PARAMETER (MPI_INTEGER1=705)
      INTEGER MPI_LOGICAL2
      PARAMETER (MPI_LOGICAL2=712)
      INTEGER MPI_INTEGER2
      PARAMETER (MPI_INTEGER2=713)
      INTEGER MPI_REAL2
      PARAMETER (MPI_REAL2=714)
      INTEGER MPI_LOGICAL4
      PARAMETER (MPI_LOGICAL4=720)
      INTEGER MPI_INTEGER4
      PARAMETER (MPI_INTEGER4=721)
      INTEGER MPI_REAL4
      PARAMETER (MPI_REAL4=722)
      INTEGER MPI_COMPLEX4
      PARAMETER (MPI_COMPLEX4=723)
      INTEGER MPI_LOGICAL8
      PARAMETER (MPI_LOGICAL8=728)
      INTEGER MPI_INTEGER8
      PARAMETER (MPI_INTEGER8=729)
      INTEGER MPI_REAL8
      PARAMETER (MPI_REAL8=730)
      INTEGER MPI_COMPLEX8
      PARAMETER (MPI_COMPLEX8=731)
      INTEGER MPI_LOGICAL16
      PARAMETER (MPI_LOGICAL16=736)
      INTEGER MPI_INTEGER16
      PARAMETER (MPI_INTEGER16=737)
      INTEGER MPI_REAL16
      PARAMETER (MPI_REAL16=738)
      INTEGER MPI_COMPLEX16
      PARAMETER (MPI_COMPLEX16=739)
      INTEGER MPI_COMPLEX32
      PARAMETER (MPI_COMPLEX32=747)
      INTEGER MPI_LONG_LONG_INT
      PARAMETER (MPI_LONG_LONG_INT=523)
      INTEGER MPI_C_COMPLEX
      PARAMETER (MPI_C_COMPLEX=530)
      INTEGER MPI_BOTTOM
      COMMON /mpi_fortran_bottom/ MPI_BOTTOM
      INTEGER MPI_IN_PLACE
      COMMON /mpi_fortran_in_place/ MPI_IN_PLACE
      INTEGER MPI_BUFFER_AUTOMATIC
      COMMON /mpi_fortran_buffer_automatic/ MPI_BUFFER_AUTOMATIC
      INTEGER MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
      COMMON /mpi_fortran_status_ignore/ MPI_STATUS_IGNORE
      INTEGER MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)
      COMMON /mpi_fortran_statuses_ignore/ MPI_STATUSES_IGNORE
      INTEGER MPI_ERRCODES_IGNORE(1)
      COMMON /mpi_fortran_errcodes_ignore/ MPI_ERRCODES_IGNORE
      INTEGER MPI_UNWEIGHTED(1)
      COMMON /mpi_fortran_unweighted/ MPI_UNWEIGHTED
      INTEGER MPI_WEIGHTS_EMPTY(1)
      COMMON /mpi_fortran_weights_empty/ MPI_WEIGHTS_EMPTY
      CHARACTER*1 MPI_ARGV_NULL(1)
      COMMON /mpi_fortran_argv_null/ MPI_ARGV_NULL
      CHARACTER*1 MPI_ARGVS_NULL(1,1)
      COMMON /mpi_fortran_argvs_null/ MPI_ARGVS_NULL
  EXTERNAL :: MPI_NULL_COPY_FN
  EXTERNAL :: MPI_DUP_FN
  EXTERNAL :: MPI_NULL_DELETE_FN
  EXTERNAL :: MPI_COMM_NULL_COPY_FN
  EXTERNAL :: MPI_COMM_DUP_FN
  EXTERNAL :: MPI_COMM_NULL_DELETE_FN
  EXTERNAL :: MPI_TYPE_NULL_COPY_FN
  EXTERNAL :: MPI_TYPE_DUP_FN
  EXTERNAL :: MPI_TYPE_NULL_DELETE_FN
  EXTERNAL :: MPI_WIN_NULL_COPY_FN
  EXTERNAL :: MPI_WIN_DUP_FN
  EXTERNAL :: MPI_WIN_NULL_DELETE_FN
  PRIVATE :: C_PTR
  INTERFACE
    SUBROUTINE MPI_Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set, &
        ierror)
      IMPORT
      INTEGER :: logical_size, ierror
      LOGICAL :: logical_true, logical_false, is_set
    END SUBROUTINE MPI_Abi_get_fortran_booleans
  END INTERFACE
  PROCEDURE(MPI_Abi_get_fortran_booleans) :: PMPI_Abi_get_fortran_booleans
  INTERFACE
    SUBROUTINE MPI_Abi_get_fortran_info(info, ierror)
      IMPORT
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Abi_get_fortran_info
  END INTERFACE
  PROCEDURE(MPI_Abi_get_fortran_info) :: PMPI_Abi_get_fortran_info
  INTERFACE
    SUBROUTINE MPI_Abi_get_info(info, ierror)
      IMPORT
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Abi_get_info
  END INTERFACE
  PROCEDURE(MPI_Abi_get_info) :: PMPI_Abi_get_info
  INTERFACE
    SUBROUTINE MPI_Abi_get_version(abi_major, abi_minor, ierror)
      IMPORT
      INTEGER :: abi_major, abi_minor, ierror
    END SUBROUTINE MPI_Abi_get_version
  END INTERFACE
  PROCEDURE(MPI_Abi_get_version) :: PMPI_Abi_get_version
  INTERFACE
    SUBROUTINE MPI_Abi_set_fortran_booleans(logical_size, logical_true, logical_false, ierror)
      IMPORT
      INTEGER :: logical_size, ierror
      LOGICAL :: logical_true, logical_false
    END SUBROUTINE MPI_Abi_set_fortran_booleans
  END INTERFACE
  PROCEDURE(MPI_Abi_set_fortran_booleans) :: PMPI_Abi_set_fortran_booleans
  INTERFACE
    SUBROUTINE MPI_Abi_set_fortran_info(info, ierror)
      IMPORT
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Abi_set_fortran_info
  END INTERFACE
  PROCEDURE(MPI_Abi_set_fortran_info) :: PMPI_Abi_set_fortran_info
  INTERFACE
    SUBROUTINE MPI_Abort(comm, errorcode, ierror)
      IMPORT
      INTEGER :: comm, errorcode, ierror
    END SUBROUTINE MPI_Abort
  END INTERFACE
  PROCEDURE(MPI_Abort) :: PMPI_Abort
  INTERFACE
    SUBROUTINE MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, &
        win, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Accumulate
  END INTERFACE
  PROCEDURE(MPI_Accumulate) :: PMPI_Accumulate
  INTERFACE
    SUBROUTINE MPI_Add_error_class(errorclass, ierror)
      IMPORT
      INTEGER :: errorclass, ierror
    END SUBROUTINE MPI_Add_error_class
  END INTERFACE
  PROCEDURE(MPI_Add_error_class) :: PMPI_Add_error_class
  INTERFACE
    SUBROUTINE MPI_Add_error_code(errorclass, errorcode, ierror)
      IMPORT
      INTEGER :: errorclass, errorcode, ierror
    END SUBROUTINE MPI_Add_error_code
  END INTERFACE
  PROCEDURE(MPI_Add_error_code) :: PMPI_Add_error_code
  INTERFACE
    SUBROUTINE MPI_Add_error_string(errorcode, string, ierror)
      IMPORT
      INTEGER :: errorcode, ierror
      CHARACTER(LEN=*) :: string
    END SUBROUTINE MPI_Add_error_string
  END INTERFACE
  PROCEDURE(MPI_Add_error_string) :: PMPI_Add_error_string
  INTERFACE
    INTEGER(KIND=MPI_ADDRESS_KIND) FUNCTION MPI_Aint_add(base, disp)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: base, disp
    END FUNCTION MPI_Aint_add
  END INTERFACE
  PROCEDURE(MPI_Aint_add) :: PMPI_Aint_add
  INTERFACE
    INTEGER(KIND=MPI_ADDRESS_KIND) FUNCTION MPI_Aint_diff(addr1, addr2)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: addr1, addr2
    END FUNCTION MPI_Aint_diff
  END INTERFACE
  PROCEDURE(MPI_Aint_diff) :: PMPI_Aint_diff
  INTERFACE
    SUBROUTINE MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Allgather
  END INTERFACE
  PROCEDURE(MPI_Allgather) :: PMPI_Allgather
  INTERFACE
    SUBROUTINE MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Allgather_init
  END INTERFACE
  PROCEDURE(MPI_Allgather_init) :: PMPI_Allgather_init
  INTERFACE
    SUBROUTINE MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Allgatherv
  END INTERFACE
  PROCEDURE(MPI_Allgatherv) :: PMPI_Allgatherv
  INTERFACE
    SUBROUTINE MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Allgatherv_init
  END INTERFACE
  PROCEDURE(MPI_Allgatherv_init) :: PMPI_Allgatherv_init
  INTERFACE MPI_Alloc_mem
    SUBROUTINE MPI_Alloc_mem(size, info, baseptr, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size, baseptr
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Alloc_mem
    SUBROUTINE MPI_Alloc_mem_cptr(size, info, baseptr, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      INTEGER :: info, ierror
      TYPE(C_PTR) :: baseptr
    END SUBROUTINE MPI_Alloc_mem_cptr
  END INTERFACE
  PROCEDURE(MPI_Alloc_mem) :: PMPI_Alloc_mem
  PROCEDURE(MPI_Alloc_mem_cptr) :: PMPI_Alloc_mem_cptr
  INTERFACE PMPI_Alloc_mem
    PROCEDURE PMPI_Alloc_mem, PMPI_Alloc_mem_cptr
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Allreduce
  END INTERFACE
  PROCEDURE(MPI_Allreduce) :: PMPI_Allreduce
  INTERFACE
    SUBROUTINE MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Allreduce_init
  END INTERFACE
  PROCEDURE(MPI_Allreduce_init) :: PMPI_Allreduce_init
  INTERFACE
    SUBROUTINE MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Alltoall
  END INTERFACE
  PROCEDURE(MPI_Alltoall) :: PMPI_Alltoall
  INTERFACE
    SUBROUTINE MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Alltoall_init
  END INTERFACE
  PROCEDURE(MPI_Alltoall_init) :: PMPI_Alltoall_init
  INTERFACE
    SUBROUTINE MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    END SUBROUTINE MPI_Alltoallv
  END INTERFACE
  PROCEDURE(MPI_Alltoallv) :: PMPI_Alltoallv
  INTERFACE
    SUBROUTINE MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    END SUBROUTINE MPI_Alltoallv_init
  END INTERFACE
  PROCEDURE(MPI_Alltoallv_init) :: PMPI_Alltoallv_init
  INTERFACE
    SUBROUTINE MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*)
    END SUBROUTINE MPI_Alltoallw
  END INTERFACE
  PROCEDURE(MPI_Alltoallw) :: PMPI_Alltoallw
  INTERFACE
    SUBROUTINE MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*)
    END SUBROUTINE MPI_Alltoallw_init
  END INTERFACE
  PROCEDURE(MPI_Alltoallw_init) :: PMPI_Alltoallw_init
  INTERFACE
    SUBROUTINE MPI_Attr_delete(comm, keyval, ierror)
      IMPORT
      INTEGER :: comm, keyval, ierror
    END SUBROUTINE MPI_Attr_delete
  END INTERFACE
  PROCEDURE(MPI_Attr_delete) :: PMPI_Attr_delete
  INTERFACE
    SUBROUTINE MPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      IMPORT
      INTEGER :: comm, keyval, attribute_val, ierror
      LOGICAL :: flag
    END SUBROUTINE MPI_Attr_get
  END INTERFACE
  PROCEDURE(MPI_Attr_get) :: PMPI_Attr_get
  INTERFACE
    SUBROUTINE MPI_Attr_put(comm, keyval, attribute_val, ierror)
      IMPORT
      INTEGER :: comm, keyval, attribute_val, ierror
    END SUBROUTINE MPI_Attr_put
  END INTERFACE
  PROCEDURE(MPI_Attr_put) :: PMPI_Attr_put
  INTERFACE
    SUBROUTINE MPI_Barrier(comm, ierror)
      IMPORT
      INTEGER :: comm, ierror
    END SUBROUTINE MPI_Barrier
  END INTERFACE
  PROCEDURE(MPI_Barrier) :: PMPI_Barrier
  INTERFACE
    SUBROUTINE MPI_Barrier_init(comm, info, request, ierror)
      IMPORT
      INTEGER :: comm, info, request, ierror
    END SUBROUTINE MPI_Barrier_init
  END INTERFACE
  PROCEDURE(MPI_Barrier_init) :: PMPI_Barrier_init
  INTERFACE
    SUBROUTINE MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER :: count, datatype, root, comm, ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Bcast
  END INTERFACE
  PROCEDURE(MPI_Bcast) :: PMPI_Bcast
  INTERFACE
    SUBROUTINE MPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER :: count, datatype, root, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Bcast_init
  END INTERFACE
  PROCEDURE(MPI_Bcast_init) :: PMPI_Bcast_init
  INTERFACE
    SUBROUTINE MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Bsend
  END INTERFACE
  PROCEDURE(MPI_Bsend) :: PMPI_Bsend
  INTERFACE
    SUBROUTINE MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Bsend_init
  END INTERFACE
  PROCEDURE(MPI_Bsend_init) :: PMPI_Bsend_init
  INTERFACE
    SUBROUTINE MPI_Buffer_attach(buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER :: size, ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Buffer_attach
  END INTERFACE
  PROCEDURE(MPI_Buffer_attach) :: PMPI_Buffer_attach
  INTERFACE
    SUBROUTINE MPI_Buffer_detach(buffer_addr, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      INTEGER :: size, ierror
      TYPE(*), DIMENSION(*) :: buffer_addr
    END SUBROUTINE MPI_Buffer_detach
  END INTERFACE
  PROCEDURE(MPI_Buffer_detach) :: PMPI_Buffer_detach
  INTERFACE
    SUBROUTINE MPI_Buffer_flush(ierror)
      IMPORT
      INTEGER :: ierror
    END SUBROUTINE MPI_Buffer_flush
  END INTERFACE
  PROCEDURE(MPI_Buffer_flush) :: PMPI_Buffer_flush
  INTERFACE
    SUBROUTINE MPI_Buffer_iflush(request, ierror)
      IMPORT
      INTEGER :: request, ierror
    END SUBROUTINE MPI_Buffer_iflush
  END INTERFACE
  PROCEDURE(MPI_Buffer_iflush) :: PMPI_Buffer_iflush
  INTERFACE
    SUBROUTINE MPI_Cancel(request, ierror)
      IMPORT
      INTEGER :: request, ierror
    END SUBROUTINE MPI_Cancel
  END INTERFACE
  PROCEDURE(MPI_Cancel) :: PMPI_Cancel
  INTERFACE
    SUBROUTINE MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      IMPORT
      INTEGER :: comm, rank, maxdims, ierror
      INTEGER :: coords(*)
    END SUBROUTINE MPI_Cart_coords
  END INTERFACE
  PROCEDURE(MPI_Cart_coords) :: PMPI_Cart_coords
  INTERFACE
    SUBROUTINE MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      IMPORT
      INTEGER :: comm_old, ndims, comm_cart, ierror
      LOGICAL :: reorder
      INTEGER :: dims(*)
      LOGICAL :: periods(*)
    END SUBROUTINE MPI_Cart_create
  END INTERFACE
  PROCEDURE(MPI_Cart_create) :: PMPI_Cart_create
  INTERFACE
    SUBROUTINE MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      IMPORT
      INTEGER :: comm, maxdims, ierror
      INTEGER :: dims(*), coords(*)
      LOGICAL :: periods(*)
    END SUBROUTINE MPI_Cart_get
  END INTERFACE
  PROCEDURE(MPI_Cart_get) :: PMPI_Cart_get
  INTERFACE
    SUBROUTINE MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      IMPORT
      INTEGER :: comm, ndims, newrank, ierror
      INTEGER :: dims(*)
      LOGICAL :: periods(*)
    END SUBROUTINE MPI_Cart_map
  END INTERFACE
  PROCEDURE(MPI_Cart_map) :: PMPI_Cart_map
  INTERFACE
    SUBROUTINE MPI_Cart_rank(comm, coords, rank, ierror)
      IMPORT
      INTEGER :: comm, rank, ierror
      INTEGER :: coords(*)
    END SUBROUTINE MPI_Cart_rank
  END INTERFACE
  PROCEDURE(MPI_Cart_rank) :: PMPI_Cart_rank
  INTERFACE
    SUBROUTINE MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      IMPORT
      INTEGER :: comm, direction, disp, rank_source, rank_dest, ierror
    END SUBROUTINE MPI_Cart_shift
  END INTERFACE
  PROCEDURE(MPI_Cart_shift) :: PMPI_Cart_shift
  INTERFACE
    SUBROUTINE MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      IMPORT
      INTEGER :: comm, newcomm, ierror
      LOGICAL :: remain_dims(*)
    END SUBROUTINE MPI_Cart_sub
  END INTERFACE
  PROCEDURE(MPI_Cart_sub) :: PMPI_Cart_sub
  INTERFACE
    SUBROUTINE MPI_Cartdim_get(comm, ndims, ierror)
      IMPORT
      INTEGER :: comm, ndims, ierror
    END SUBROUTINE MPI_Cartdim_get
  END INTERFACE
  PROCEDURE(MPI_Cartdim_get) :: PMPI_Cartdim_get
  INTERFACE
    SUBROUTINE MPI_Close_port(port_name, ierror)
      IMPORT
      INTEGER :: ierror
      CHARACTER(LEN=*) :: port_name
    END SUBROUTINE MPI_Close_port
  END INTERFACE
  PROCEDURE(MPI_Close_port) :: PMPI_Close_port
  INTERFACE
    SUBROUTINE MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      IMPORT
      INTEGER :: info, root, comm, newcomm, ierror
      CHARACTER(LEN=*) :: port_name
    END SUBROUTINE MPI_Comm_accept
  END INTERFACE
  PROCEDURE(MPI_Comm_accept) :: PMPI_Comm_accept
  INTERFACE
    SUBROUTINE MPI_Comm_attach_buffer(comm, buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER :: comm, size, ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Comm_attach_buffer
  END INTERFACE
  PROCEDURE(MPI_Comm_attach_buffer) :: PMPI_Comm_attach_buffer
  INTERFACE
    SUBROUTINE MPI_Comm_call_errhandler(comm, errorcode, ierror)
      IMPORT
      INTEGER :: comm, errorcode, ierror
    END SUBROUTINE MPI_Comm_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_call_errhandler) :: PMPI_Comm_call_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_compare(comm1, comm2, result, ierror)
      IMPORT
      INTEGER :: comm1, comm2, result, ierror
    END SUBROUTINE MPI_Comm_compare
  END INTERFACE
  PROCEDURE(MPI_Comm_compare) :: PMPI_Comm_compare
  INTERFACE
    SUBROUTINE MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      IMPORT
      INTEGER :: info, root, comm, newcomm, ierror
      CHARACTER(LEN=*) :: port_name
    END SUBROUTINE MPI_Comm_connect
  END INTERFACE
  PROCEDURE(MPI_Comm_connect) :: PMPI_Comm_connect
  INTERFACE
    SUBROUTINE MPI_Comm_create(comm, group, newcomm, ierror)
      IMPORT
      INTEGER :: comm, group, newcomm, ierror
    END SUBROUTINE MPI_Comm_create
  END INTERFACE
  PROCEDURE(MPI_Comm_create) :: PMPI_Comm_create
  INTERFACE
    SUBROUTINE MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      IMPORT
      INTEGER :: errhandler, ierror
      EXTERNAL :: comm_errhandler_fn
    END SUBROUTINE MPI_Comm_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_create_errhandler) :: PMPI_Comm_create_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      IMPORT
      INTEGER :: group, info, errhandler, newcomm, ierror
      CHARACTER(LEN=*) :: stringtag
    END SUBROUTINE MPI_Comm_create_from_group
  END INTERFACE
  PROCEDURE(MPI_Comm_create_from_group) :: PMPI_Comm_create_from_group
  INTERFACE
    SUBROUTINE MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      IMPORT
      INTEGER :: comm, group, tag, newcomm, ierror
    END SUBROUTINE MPI_Comm_create_group
  END INTERFACE
  PROCEDURE(MPI_Comm_create_group) :: PMPI_Comm_create_group
  INTERFACE
    SUBROUTINE MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
        extra_state, ierror)
      IMPORT
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      EXTERNAL :: comm_copy_attr_fn, comm_delete_attr_fn
    END SUBROUTINE MPI_Comm_create_keyval
  END INTERFACE
  PROCEDURE(MPI_Comm_create_keyval) :: PMPI_Comm_create_keyval
  INTERFACE
    SUBROUTINE MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      IMPORT
      INTEGER :: comm, comm_keyval, ierror
    END SUBROUTINE MPI_Comm_delete_attr
  END INTERFACE
  PROCEDURE(MPI_Comm_delete_attr) :: PMPI_Comm_delete_attr
  INTERFACE
    SUBROUTINE MPI_Comm_detach_buffer(comm, buffer_addr, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      INTEGER :: comm, size, ierror
      TYPE(*), DIMENSION(*) :: buffer_addr
    END SUBROUTINE MPI_Comm_detach_buffer
  END INTERFACE
  PROCEDURE(MPI_Comm_detach_buffer) :: PMPI_Comm_detach_buffer
  INTERFACE
    SUBROUTINE MPI_Comm_disconnect(comm, ierror)
      IMPORT
      INTEGER :: comm, ierror
    END SUBROUTINE MPI_Comm_disconnect
  END INTERFACE
  PROCEDURE(MPI_Comm_disconnect) :: PMPI_Comm_disconnect
  INTERFACE
    SUBROUTINE MPI_Comm_dup(comm, newcomm, ierror)
      IMPORT
      INTEGER :: comm, newcomm, ierror
    END SUBROUTINE MPI_Comm_dup
  END INTERFACE
  PROCEDURE(MPI_Comm_dup) :: PMPI_Comm_dup
  INTERFACE
    SUBROUTINE MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      IMPORT
      INTEGER :: comm, info, newcomm, ierror
    END SUBROUTINE MPI_Comm_dup_with_info
  END INTERFACE
  PROCEDURE(MPI_Comm_dup_with_info) :: PMPI_Comm_dup_with_info
  INTERFACE
    SUBROUTINE MPI_Comm_flush_buffer(comm, ierror)
      IMPORT
      INTEGER :: comm, ierror
    END SUBROUTINE MPI_Comm_flush_buffer
  END INTERFACE
  PROCEDURE(MPI_Comm_flush_buffer) :: PMPI_Comm_flush_buffer
  INTERFACE
    SUBROUTINE MPI_Comm_free(comm, ierror)
      IMPORT
      INTEGER :: comm, ierror
    END SUBROUTINE MPI_Comm_free
  END INTERFACE
  PROCEDURE(MPI_Comm_free) :: PMPI_Comm_free
  INTERFACE
    SUBROUTINE MPI_Comm_free_keyval(comm_keyval, ierror)
      IMPORT
      INTEGER :: comm_keyval, ierror
    END SUBROUTINE MPI_Comm_free_keyval
  END INTERFACE
  PROCEDURE(MPI_Comm_free_keyval) :: PMPI_Comm_free_keyval
  INTERFACE
    SUBROUTINE MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      IMPORT
      INTEGER :: comm, comm_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val
      LOGICAL :: flag
    END SUBROUTINE MPI_Comm_get_attr
  END INTERFACE
  PROCEDURE(MPI_Comm_get_attr) :: PMPI_Comm_get_attr
  INTERFACE
    SUBROUTINE MPI_Comm_get_errhandler(comm, errhandler, ierror)
      IMPORT
      INTEGER :: comm, errhandler, ierror
    END SUBROUTINE MPI_Comm_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_get_errhandler) :: PMPI_Comm_get_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_get_info(comm, info_used, ierror)
      IMPORT
      INTEGER :: comm, info_used, ierror
    END SUBROUTINE MPI_Comm_get_info
  END INTERFACE
  PROCEDURE(MPI_Comm_get_info) :: PMPI_Comm_get_info
  INTERFACE
    SUBROUTINE MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      IMPORT
      INTEGER :: comm, resultlen, ierror
      CHARACTER(LEN=*) :: comm_name
    END SUBROUTINE MPI_Comm_get_name
  END INTERFACE
  PROCEDURE(MPI_Comm_get_name) :: PMPI_Comm_get_name
  INTERFACE
    SUBROUTINE MPI_Comm_get_parent(parent, ierror)
      IMPORT
      INTEGER :: parent, ierror
    END SUBROUTINE MPI_Comm_get_parent
  END INTERFACE
  PROCEDURE(MPI_Comm_get_parent) :: PMPI_Comm_get_parent
  INTERFACE
    SUBROUTINE MPI_Comm_group(comm, group, ierror)
      IMPORT
      INTEGER :: comm, group, ierror
    END SUBROUTINE MPI_Comm_group
  END INTERFACE
  PROCEDURE(MPI_Comm_group) :: PMPI_Comm_group
  INTERFACE
    SUBROUTINE MPI_Comm_idup(comm, newcomm, request, ierror)
      IMPORT
      INTEGER :: comm, newcomm, request, ierror
    END SUBROUTINE MPI_Comm_idup
  END INTERFACE
  PROCEDURE(MPI_Comm_idup) :: PMPI_Comm_idup
  INTERFACE
    SUBROUTINE MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      IMPORT
      INTEGER :: comm, info, newcomm, request, ierror
    END SUBROUTINE MPI_Comm_idup_with_info
  END INTERFACE
  PROCEDURE(MPI_Comm_idup_with_info) :: PMPI_Comm_idup_with_info
  INTERFACE
    SUBROUTINE MPI_Comm_iflush_buffer(comm, request, ierror)
      IMPORT
      INTEGER :: comm, request, ierror
    END SUBROUTINE MPI_Comm_iflush_buffer
  END INTERFACE
  PROCEDURE(MPI_Comm_iflush_buffer) :: PMPI_Comm_iflush_buffer
  INTERFACE
    SUBROUTINE MPI_Comm_join(fd, intercomm, ierror)
      IMPORT
      INTEGER :: fd, intercomm, ierror
    END SUBROUTINE MPI_Comm_join
  END INTERFACE
  PROCEDURE(MPI_Comm_join) :: PMPI_Comm_join
  INTERFACE
    SUBROUTINE MPI_Comm_rank(comm, rank, ierror)
      IMPORT
      INTEGER :: comm, rank, ierror
    END SUBROUTINE MPI_Comm_rank
  END INTERFACE
  PROCEDURE(MPI_Comm_rank) :: PMPI_Comm_rank
  INTERFACE
    SUBROUTINE MPI_Comm_remote_group(comm, group, ierror)
      IMPORT
      INTEGER :: comm, group, ierror
    END SUBROUTINE MPI_Comm_remote_group
  END INTERFACE
  PROCEDURE(MPI_Comm_remote_group) :: PMPI_Comm_remote_group
  INTERFACE
    SUBROUTINE MPI_Comm_remote_size(comm, size, ierror)
      IMPORT
      INTEGER :: comm, size, ierror
    END SUBROUTINE MPI_Comm_remote_size
  END INTERFACE
  PROCEDURE(MPI_Comm_remote_size) :: PMPI_Comm_remote_size
  INTERFACE
    SUBROUTINE MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      IMPORT
      INTEGER :: comm, comm_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val
    END SUBROUTINE MPI_Comm_set_attr
  END INTERFACE
  PROCEDURE(MPI_Comm_set_attr) :: PMPI_Comm_set_attr
  INTERFACE
    SUBROUTINE MPI_Comm_set_errhandler(comm, errhandler, ierror)
      IMPORT
      INTEGER :: comm, errhandler, ierror
    END SUBROUTINE MPI_Comm_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_set_errhandler) :: PMPI_Comm_set_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_set_info(comm, info, ierror)
      IMPORT
      INTEGER :: comm, info, ierror
    END SUBROUTINE MPI_Comm_set_info
  END INTERFACE
  PROCEDURE(MPI_Comm_set_info) :: PMPI_Comm_set_info
  INTERFACE
    SUBROUTINE MPI_Comm_set_name(comm, comm_name, ierror)
      IMPORT
      INTEGER :: comm, ierror
      CHARACTER(LEN=*) :: comm_name
    END SUBROUTINE MPI_Comm_set_name
  END INTERFACE
  PROCEDURE(MPI_Comm_set_name) :: PMPI_Comm_set_name
  INTERFACE
    SUBROUTINE MPI_Comm_size(comm, size, ierror)
      IMPORT
      INTEGER :: comm, size, ierror
    END SUBROUTINE MPI_Comm_size
  END INTERFACE
  PROCEDURE(MPI_Comm_size) :: PMPI_Comm_size
  INTERFACE
    SUBROUTINE MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, &
        array_of_errcodes, ierror)
      IMPORT
      INTEGER :: maxprocs, info, root, comm, intercomm, ierror
      CHARACTER(LEN=*) :: command, argv(*)
      INTEGER :: array_of_errcodes(*)
    END SUBROUTINE MPI_Comm_spawn
  END INTERFACE
  PROCEDURE(MPI_Comm_spawn) :: PMPI_Comm_spawn
  INTERFACE
    SUBROUTINE MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, &
        array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      IMPORT
      INTEGER :: count, root, comm, intercomm, ierror
      CHARACTER(LEN=*) :: array_of_commands(*), array_of_argv(count, *)
      INTEGER :: array_of_maxprocs(*), array_of_info(*), array_of_errcodes(*)
    END SUBROUTINE MPI_Comm_spawn_multiple
  END INTERFACE
  PROCEDURE(MPI_Comm_spawn_multiple) :: PMPI_Comm_spawn_multiple
  INTERFACE
    SUBROUTINE MPI_Comm_split(comm, color, key, newcomm, ierror)
      IMPORT
      INTEGER :: comm, color, key, newcomm, ierror
    END SUBROUTINE MPI_Comm_split
  END INTERFACE
  PROCEDURE(MPI_Comm_split) :: PMPI_Comm_split
  INTERFACE
    SUBROUTINE MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      IMPORT
      INTEGER :: comm, split_type, key, info, newcomm, ierror
    END SUBROUTINE MPI_Comm_split_type
  END INTERFACE
  PROCEDURE(MPI_Comm_split_type) :: PMPI_Comm_split_type
  INTERFACE
    SUBROUTINE MPI_Comm_test_inter(comm, flag, ierror)
      IMPORT
      INTEGER :: comm, ierror
      LOGICAL :: flag
    END SUBROUTINE MPI_Comm_test_inter
  END INTERFACE
  PROCEDURE(MPI_Comm_test_inter) :: PMPI_Comm_test_inter
  INTERFACE
    SUBROUTINE MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, &
        target_rank, target_disp, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: compare_addr
!DIR$ IGNORE_TKR compare_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      INTEGER :: datatype, target_rank, win, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr, compare_addr, result_addr
    END SUBROUTINE MPI_Compare_and_swap
  END INTERFACE
  PROCEDURE(MPI_Compare_and_swap) :: PMPI_Compare_and_swap
  INTERFACE
    SUBROUTINE MPI_Dims_create(nnodes, ndims, dims, ierror)
      IMPORT
      INTEGER :: nnodes, ndims, ierror
      INTEGER :: dims(*)
    END SUBROUTINE MPI_Dims_create
  END INTERFACE
  PROCEDURE(MPI_Dims_create) :: PMPI_Dims_create
  INTERFACE
    SUBROUTINE MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
        reorder, comm_dist_graph, ierror)
      IMPORT
      INTEGER :: comm_old, n, info, comm_dist_graph, ierror
      LOGICAL :: reorder
      INTEGER :: sources(*), degrees(*), destinations(*), weights(*)
    END SUBROUTINE MPI_Dist_graph_create
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_create) :: PMPI_Dist_graph_create
  INTERFACE
    SUBROUTINE MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, &
        outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror)
      IMPORT
      INTEGER :: comm_old, indegree, outdegree, info, comm_dist_graph, ierror
      LOGICAL :: reorder
      INTEGER :: sources(*), sourceweights(*), destinations(*), destweights(*)
    END SUBROUTINE MPI_Dist_graph_create_adjacent
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_create_adjacent) :: PMPI_Dist_graph_create_adjacent
  INTERFACE
    SUBROUTINE MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, &
        destinations, destweights, ierror)
      IMPORT
      INTEGER :: comm, maxindegree, maxoutdegree, ierror
      INTEGER :: sources(*), sourceweights(*), destinations(*), destweights(*)
    END SUBROUTINE MPI_Dist_graph_neighbors
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_neighbors) :: PMPI_Dist_graph_neighbors
  INTERFACE
    SUBROUTINE MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      IMPORT
      INTEGER :: comm, indegree, outdegree, ierror
      LOGICAL :: weighted
    END SUBROUTINE MPI_Dist_graph_neighbors_count
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_neighbors_count) :: PMPI_Dist_graph_neighbors_count
  INTERFACE
    SUBROUTINE MPI_Errhandler_free(errhandler, ierror)
      IMPORT
      INTEGER :: errhandler, ierror
    END SUBROUTINE MPI_Errhandler_free
  END INTERFACE
  PROCEDURE(MPI_Errhandler_free) :: PMPI_Errhandler_free
  INTERFACE
    SUBROUTINE MPI_Error_class(errorcode, errorclass, ierror)
      IMPORT
      INTEGER :: errorcode, errorclass, ierror
    END SUBROUTINE MPI_Error_class
  END INTERFACE
  PROCEDURE(MPI_Error_class) :: PMPI_Error_class
  INTERFACE
    SUBROUTINE MPI_Error_string(errorcode, string, resultlen, ierror)
      IMPORT
      INTEGER :: errorcode, resultlen, ierror
      CHARACTER(LEN=*) :: string
    END SUBROUTINE MPI_Error_string
  END INTERFACE
  PROCEDURE(MPI_Error_string) :: PMPI_Error_string
  INTERFACE
    SUBROUTINE MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Exscan
  END INTERFACE
  PROCEDURE(MPI_Exscan) :: PMPI_Exscan
  INTERFACE
    SUBROUTINE MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Exscan_init
  END INTERFACE
  PROCEDURE(MPI_Exscan_init) :: PMPI_Exscan_init
  INTERFACE
    SUBROUTINE MPI_F_sync_reg(buf)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_F_sync_reg
  END INTERFACE
  PROCEDURE(MPI_F_sync_reg) :: PMPI_F_sync_reg
  INTERFACE
    SUBROUTINE MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, &
        win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      INTEGER :: datatype, target_rank, op, win, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr, result_addr
    END SUBROUTINE MPI_Fetch_and_op
  END INTERFACE
  PROCEDURE(MPI_Fetch_and_op) :: PMPI_Fetch_and_op
  INTERFACE
    SUBROUTINE MPI_File_call_errhandler(fh, errorcode, ierror)
      IMPORT
      INTEGER :: fh, errorcode, ierror
    END SUBROUTINE MPI_File_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_call_errhandler) :: PMPI_File_call_errhandler
  INTERFACE
    SUBROUTINE MPI_File_close(fh, ierror)
      IMPORT
      INTEGER :: fh, ierror
    END SUBROUTINE MPI_File_close
  END INTERFACE
  PROCEDURE(MPI_File_close) :: PMPI_File_close
  INTERFACE
    SUBROUTINE MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      IMPORT
      INTEGER :: errhandler, ierror
      EXTERNAL :: file_errhandler_fn
    END SUBROUTINE MPI_File_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_create_errhandler) :: PMPI_File_create_errhandler
  INTERFACE
    SUBROUTINE MPI_File_delete(filename, info, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: filename
    END SUBROUTINE MPI_File_delete
  END INTERFACE
  PROCEDURE(MPI_File_delete) :: PMPI_File_delete
  INTERFACE
    SUBROUTINE MPI_File_get_amode(fh, amode, ierror)
      IMPORT
      INTEGER :: fh, amode, ierror
    END SUBROUTINE MPI_File_get_amode
  END INTERFACE
  PROCEDURE(MPI_File_get_amode) :: PMPI_File_get_amode
  INTERFACE
    SUBROUTINE MPI_File_get_atomicity(fh, flag, ierror)
      IMPORT
      INTEGER :: fh, ierror
      LOGICAL :: flag
    END SUBROUTINE MPI_File_get_atomicity
  END INTERFACE
  PROCEDURE(MPI_File_get_atomicity) :: PMPI_File_get_atomicity
  INTERFACE
    SUBROUTINE MPI_File_get_byte_offset(fh, offset, disp, ierror)
      IMPORT
      INTEGER :: fh, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset, disp
    END SUBROUTINE MPI_File_get_byte_offset
  END INTERFACE
  PROCEDURE(MPI_File_get_byte_offset) :: PMPI_File_get_byte_offset
  INTERFACE
    SUBROUTINE MPI_File_get_errhandler(file, errhandler, ierror)
      IMPORT
      INTEGER :: file, errhandler, ierror
    END SUBROUTINE MPI_File_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_get_errhandler) :: PMPI_File_get_errhandler
  INTERFACE
    SUBROUTINE MPI_File_get_group(fh, group, ierror)
      IMPORT
      INTEGER :: fh, group, ierror
    END SUBROUTINE MPI_File_get_group
  END INTERFACE
  PROCEDURE(MPI_File_get_group) :: PMPI_File_get_group
  INTERFACE
    SUBROUTINE MPI_File_get_info(fh, info_used, ierror)
      IMPORT
      INTEGER :: fh, info_used, ierror
    END SUBROUTINE MPI_File_get_info
  END INTERFACE
  PROCEDURE(MPI_File_get_info) :: PMPI_File_get_info
  INTERFACE
    SUBROUTINE MPI_File_get_position(fh, offset, ierror)
      IMPORT
      INTEGER :: fh, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
    END SUBROUTINE MPI_File_get_position
  END INTERFACE
  PROCEDURE(MPI_File_get_position) :: PMPI_File_get_position
  INTERFACE
    SUBROUTINE MPI_File_get_position_shared(fh, offset, ierror)
      IMPORT
      INTEGER :: fh, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
    END SUBROUTINE MPI_File_get_position_shared
  END INTERFACE
  PROCEDURE(MPI_File_get_position_shared) :: PMPI_File_get_position_shared
  INTERFACE
    SUBROUTINE MPI_File_get_size(fh, size, ierror)
      IMPORT
      INTEGER :: fh, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: size
    END SUBROUTINE MPI_File_get_size
  END INTERFACE
  PROCEDURE(MPI_File_get_size) :: PMPI_File_get_size
  INTERFACE
    SUBROUTINE MPI_File_get_type_extent(fh, datatype, extent, ierror)
      IMPORT
      INTEGER :: fh, datatype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extent
    END SUBROUTINE MPI_File_get_type_extent
  END INTERFACE
  PROCEDURE(MPI_File_get_type_extent) :: PMPI_File_get_type_extent
  INTERFACE
    SUBROUTINE MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      IMPORT
      INTEGER :: fh, etype, filetype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: disp
      CHARACTER(LEN=*) :: datarep
    END SUBROUTINE MPI_File_get_view
  END INTERFACE
  PROCEDURE(MPI_File_get_view) :: PMPI_File_get_view
  INTERFACE
    SUBROUTINE MPI_File_iread(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread
  END INTERFACE
  PROCEDURE(MPI_File_iread) :: PMPI_File_iread
  INTERFACE
    SUBROUTINE MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_all
  END INTERFACE
  PROCEDURE(MPI_File_iread_all) :: PMPI_File_iread_all
  INTERFACE
    SUBROUTINE MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_at
  END INTERFACE
  PROCEDURE(MPI_File_iread_at) :: PMPI_File_iread_at
  INTERFACE
    SUBROUTINE MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_at_all
  END INTERFACE
  PROCEDURE(MPI_File_iread_at_all) :: PMPI_File_iread_at_all
  INTERFACE
    SUBROUTINE MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_shared
  END INTERFACE
  PROCEDURE(MPI_File_iread_shared) :: PMPI_File_iread_shared
  INTERFACE
    SUBROUTINE MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iwrite
  END INTERFACE
  PROCEDURE(MPI_File_iwrite) :: PMPI_File_iwrite
  INTERFACE
    SUBROUTINE MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iwrite_all
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_all) :: PMPI_File_iwrite_all
  INTERFACE
    SUBROUTINE MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iwrite_at
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_at) :: PMPI_File_iwrite_at
  INTERFACE
    SUBROUTINE MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iwrite_at_all
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_at_all) :: PMPI_File_iwrite_at_all
  INTERFACE
    SUBROUTINE MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iwrite_shared
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_shared) :: PMPI_File_iwrite_shared
  INTERFACE
    SUBROUTINE MPI_File_open(comm, filename, amode, info, fh, ierror)
      IMPORT
      INTEGER :: comm, amode, info, fh, ierror
      CHARACTER(LEN=*) :: filename
    END SUBROUTINE MPI_File_open
  END INTERFACE
  PROCEDURE(MPI_File_open) :: PMPI_File_open
  INTERFACE
    SUBROUTINE MPI_File_preallocate(fh, size, ierror)
      IMPORT
      INTEGER :: fh, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: size
    END SUBROUTINE MPI_File_preallocate
  END INTERFACE
  PROCEDURE(MPI_File_preallocate) :: PMPI_File_preallocate
  INTERFACE
    SUBROUTINE MPI_File_read(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read
  END INTERFACE
  PROCEDURE(MPI_File_read) :: PMPI_File_read
  INTERFACE
    SUBROUTINE MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_all
  END INTERFACE
  PROCEDURE(MPI_File_read_all) :: PMPI_File_read_all
  INTERFACE
    SUBROUTINE MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_all_begin
  END INTERFACE
  PROCEDURE(MPI_File_read_all_begin) :: PMPI_File_read_all_begin
  INTERFACE
    SUBROUTINE MPI_File_read_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_all_end
  END INTERFACE
  PROCEDURE(MPI_File_read_all_end) :: PMPI_File_read_all_end
  INTERFACE
    SUBROUTINE MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_at
  END INTERFACE
  PROCEDURE(MPI_File_read_at) :: PMPI_File_read_at
  INTERFACE
    SUBROUTINE MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_at_all
  END INTERFACE
  PROCEDURE(MPI_File_read_at_all) :: PMPI_File_read_at_all
  INTERFACE
    SUBROUTINE MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_all_begin
  END INTERFACE
  PROCEDURE(MPI_File_read_at_all_begin) :: PMPI_File_read_at_all_begin
  INTERFACE
    SUBROUTINE MPI_File_read_at_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_at_all_end
  END INTERFACE
  PROCEDURE(MPI_File_read_at_all_end) :: PMPI_File_read_at_all_end
  INTERFACE
    SUBROUTINE MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_ordered
  END INTERFACE
  PROCEDURE(MPI_File_read_ordered) :: PMPI_File_read_ordered
  INTERFACE
    SUBROUTINE MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_ordered_begin
  END INTERFACE
  PROCEDURE(MPI_File_read_ordered_begin) :: PMPI_File_read_ordered_begin
  INTERFACE
    SUBROUTINE MPI_File_read_ordered_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_ordered_end
  END INTERFACE
  PROCEDURE(MPI_File_read_ordered_end) :: PMPI_File_read_ordered_end
  INTERFACE
    SUBROUTINE MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_read_shared
  END INTERFACE
  PROCEDURE(MPI_File_read_shared) :: PMPI_File_read_shared
  INTERFACE
    SUBROUTINE MPI_File_seek(fh, offset, whence, ierror)
      IMPORT
      INTEGER :: fh, whence, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
    END SUBROUTINE MPI_File_seek
  END INTERFACE
  PROCEDURE(MPI_File_seek) :: PMPI_File_seek
  INTERFACE
    SUBROUTINE MPI_File_seek_shared(fh, offset, whence, ierror)
      IMPORT
      INTEGER :: fh, whence, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
    END SUBROUTINE MPI_File_seek_shared
  END INTERFACE
  PROCEDURE(MPI_File_seek_shared) :: PMPI_File_seek_shared
  INTERFACE
    SUBROUTINE MPI_File_set_atomicity(fh, flag, ierror)
      IMPORT
      INTEGER :: fh, ierror
      LOGICAL :: flag
    END SUBROUTINE MPI_File_set_atomicity
  END INTERFACE
  PROCEDURE(MPI_File_set_atomicity) :: PMPI_File_set_atomicity
  INTERFACE
    SUBROUTINE MPI_File_set_errhandler(file, errhandler, ierror)
      IMPORT
      INTEGER :: file, errhandler, ierror
    END SUBROUTINE MPI_File_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_set_errhandler) :: PMPI_File_set_errhandler
  INTERFACE
    SUBROUTINE MPI_File_set_info(fh, info, ierror)
      IMPORT
      INTEGER :: fh, info, ierror
    END SUBROUTINE MPI_File_set_info
  END INTERFACE
  PROCEDURE(MPI_File_set_info) :: PMPI_File_set_info
  INTERFACE
    SUBROUTINE MPI_File_set_size(fh, size, ierror)
      IMPORT
      INTEGER :: fh, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: size
    END SUBROUTINE MPI_File_set_size
  END INTERFACE
  PROCEDURE(MPI_File_set_size) :: PMPI_File_set_size
  INTERFACE
    SUBROUTINE MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      IMPORT
      INTEGER :: fh, etype, filetype, info, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: disp
      CHARACTER(LEN=*) :: datarep
    END SUBROUTINE MPI_File_set_view
  END INTERFACE
  PROCEDURE(MPI_File_set_view) :: PMPI_File_set_view
  INTERFACE
    SUBROUTINE MPI_File_sync(fh, ierror)
      IMPORT
      INTEGER :: fh, ierror
    END SUBROUTINE MPI_File_sync
  END INTERFACE
  PROCEDURE(MPI_File_sync) :: PMPI_File_sync
  INTERFACE
    SUBROUTINE MPI_File_write(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write
  END INTERFACE
  PROCEDURE(MPI_File_write) :: PMPI_File_write
  INTERFACE
    SUBROUTINE MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_all
  END INTERFACE
  PROCEDURE(MPI_File_write_all) :: PMPI_File_write_all
  INTERFACE
    SUBROUTINE MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_write_all_begin
  END INTERFACE
  PROCEDURE(MPI_File_write_all_begin) :: PMPI_File_write_all_begin
  INTERFACE
    SUBROUTINE MPI_File_write_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_all_end
  END INTERFACE
  PROCEDURE(MPI_File_write_all_end) :: PMPI_File_write_all_end
  INTERFACE
    SUBROUTINE MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_at
  END INTERFACE
  PROCEDURE(MPI_File_write_at) :: PMPI_File_write_at
  INTERFACE
    SUBROUTINE MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_at_all
  END INTERFACE
  PROCEDURE(MPI_File_write_at_all) :: PMPI_File_write_at_all
  INTERFACE
    SUBROUTINE MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: offset
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_write_at_all_begin
  END INTERFACE
  PROCEDURE(MPI_File_write_at_all_begin) :: PMPI_File_write_at_all_begin
  INTERFACE
    SUBROUTINE MPI_File_write_at_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_at_all_end
  END INTERFACE
  PROCEDURE(MPI_File_write_at_all_end) :: PMPI_File_write_at_all_end
  INTERFACE
    SUBROUTINE MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_ordered
  END INTERFACE
  PROCEDURE(MPI_File_write_ordered) :: PMPI_File_write_ordered
  INTERFACE
    SUBROUTINE MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_write_ordered_begin
  END INTERFACE
  PROCEDURE(MPI_File_write_ordered_begin) :: PMPI_File_write_ordered_begin
  INTERFACE
    SUBROUTINE MPI_File_write_ordered_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_ordered_end
  END INTERFACE
  PROCEDURE(MPI_File_write_ordered_end) :: PMPI_File_write_ordered_end
  INTERFACE
    SUBROUTINE MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: fh, count, datatype, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_File_write_shared
  END INTERFACE
  PROCEDURE(MPI_File_write_shared) :: PMPI_File_write_shared
  INTERFACE
    SUBROUTINE MPI_Finalize(ierror)
      IMPORT
      INTEGER :: ierror
    END SUBROUTINE MPI_Finalize
  END INTERFACE
  PROCEDURE(MPI_Finalize) :: PMPI_Finalize
  INTERFACE
    SUBROUTINE MPI_Finalized(flag, ierror)
      IMPORT
      LOGICAL :: flag
      INTEGER :: ierror
    END SUBROUTINE MPI_Finalized
  END INTERFACE
  PROCEDURE(MPI_Finalized) :: PMPI_Finalized
  INTERFACE
    SUBROUTINE MPI_Free_mem(base, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      INTEGER :: ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Free_mem
  END INTERFACE
  PROCEDURE(MPI_Free_mem) :: PMPI_Free_mem
  INTERFACE
    SUBROUTINE MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, root, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Gather
  END INTERFACE
  PROCEDURE(MPI_Gather) :: PMPI_Gather
  INTERFACE
    SUBROUTINE MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, root, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Gather_init
  END INTERFACE
  PROCEDURE(MPI_Gather_init) :: PMPI_Gather_init
  INTERFACE
    SUBROUTINE MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, root, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Gatherv
  END INTERFACE
  PROCEDURE(MPI_Gatherv) :: PMPI_Gatherv
  INTERFACE
    SUBROUTINE MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, root, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Gatherv_init
  END INTERFACE
  PROCEDURE(MPI_Gatherv_init) :: PMPI_Gatherv_init
  INTERFACE
    SUBROUTINE MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, &
        ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Get
  END INTERFACE
  PROCEDURE(MPI_Get) :: PMPI_Get
  INTERFACE
    SUBROUTINE MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      INTEGER :: origin_count, origin_datatype, result_count, result_datatype, target_rank, &
        target_count, target_datatype, op, win, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr, result_addr
    END SUBROUTINE MPI_Get_accumulate
  END INTERFACE
  PROCEDURE(MPI_Get_accumulate) :: PMPI_Get_accumulate
  INTERFACE
    SUBROUTINE MPI_Get_address(location, address, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
      INTEGER(KIND=MPI_ADDRESS_KIND) :: address
      INTEGER :: ierror
      TYPE(*), DIMENSION(*) :: location
    END SUBROUTINE MPI_Get_address
  END INTERFACE
  PROCEDURE(MPI_Get_address) :: PMPI_Get_address
  INTERFACE
    SUBROUTINE MPI_Get_count(status, datatype, count, ierror)
      IMPORT
      INTEGER :: datatype, count, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Get_count
  END INTERFACE
  PROCEDURE(MPI_Get_count) :: PMPI_Get_count
  INTERFACE
    SUBROUTINE MPI_Get_elements(status, datatype, count, ierror)
      IMPORT
      INTEGER :: datatype, count, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Get_elements
  END INTERFACE
  PROCEDURE(MPI_Get_elements) :: PMPI_Get_elements
  INTERFACE
    SUBROUTINE MPI_Get_elements_x(status, datatype, count, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: count
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Get_elements_x
  END INTERFACE
  PROCEDURE(MPI_Get_elements_x) :: PMPI_Get_elements_x
  INTERFACE
    SUBROUTINE MPI_Get_hw_resource_info(hw_info, ierror)
      IMPORT
      INTEGER :: hw_info, ierror
    END SUBROUTINE MPI_Get_hw_resource_info
  END INTERFACE
  PROCEDURE(MPI_Get_hw_resource_info) :: PMPI_Get_hw_resource_info
  INTERFACE
    SUBROUTINE MPI_Get_library_version(version, resultlen, ierror)
      IMPORT
      INTEGER :: resultlen, ierror
      CHARACTER(LEN=*) :: version
    END SUBROUTINE MPI_Get_library_version
  END INTERFACE
  PROCEDURE(MPI_Get_library_version) :: PMPI_Get_library_version
  INTERFACE
    SUBROUTINE MPI_Get_processor_name(name, resultlen, ierror)
      IMPORT
      INTEGER :: resultlen, ierror
      CHARACTER(LEN=*) :: name
    END SUBROUTINE MPI_Get_processor_name
  END INTERFACE
  PROCEDURE(MPI_Get_processor_name) :: PMPI_Get_processor_name
  INTERFACE
    SUBROUTINE MPI_Get_version(version, subversion, ierror)
      IMPORT
      INTEGER :: version, subversion, ierror
    END SUBROUTINE MPI_Get_version
  END INTERFACE
  PROCEDURE(MPI_Get_version) :: PMPI_Get_version
  INTERFACE
    SUBROUTINE MPI_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      IMPORT
      INTEGER :: comm_old, nnodes, comm_graph, ierror
      LOGICAL :: reorder
      INTEGER :: index(*), edges(*)
    END SUBROUTINE MPI_Graph_create
  END INTERFACE
  PROCEDURE(MPI_Graph_create) :: PMPI_Graph_create
  INTERFACE
    SUBROUTINE MPI_Graph_get(comm, maxindex, maxedges, index, edges, ierror)
      IMPORT
      INTEGER :: comm, maxindex, maxedges, ierror
      INTEGER :: index(*), edges(*)
    END SUBROUTINE MPI_Graph_get
  END INTERFACE
  PROCEDURE(MPI_Graph_get) :: PMPI_Graph_get
  INTERFACE
    SUBROUTINE MPI_Graph_map(comm, nnodes, index, edges, newrank, ierror)
      IMPORT
      INTEGER :: comm, nnodes, newrank, ierror
      INTEGER :: index(*), edges(*)
    END SUBROUTINE MPI_Graph_map
  END INTERFACE
  PROCEDURE(MPI_Graph_map) :: PMPI_Graph_map
  INTERFACE
    SUBROUTINE MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      IMPORT
      INTEGER :: comm, rank, maxneighbors, ierror
      INTEGER :: neighbors(*)
    END SUBROUTINE MPI_Graph_neighbors
  END INTERFACE
  PROCEDURE(MPI_Graph_neighbors) :: PMPI_Graph_neighbors
  INTERFACE
    SUBROUTINE MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      IMPORT
      INTEGER :: comm, rank, nneighbors, ierror
    END SUBROUTINE MPI_Graph_neighbors_count
  END INTERFACE
  PROCEDURE(MPI_Graph_neighbors_count) :: PMPI_Graph_neighbors_count
  INTERFACE
    SUBROUTINE MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      IMPORT
      INTEGER :: comm, nnodes, nedges, ierror
    END SUBROUTINE MPI_Graphdims_get
  END INTERFACE
  PROCEDURE(MPI_Graphdims_get) :: PMPI_Graphdims_get
  INTERFACE
    SUBROUTINE MPI_Grequest_complete(request, ierror)
      IMPORT
      INTEGER :: request, ierror
    END SUBROUTINE MPI_Grequest_complete
  END INTERFACE
  PROCEDURE(MPI_Grequest_complete) :: PMPI_Grequest_complete
  INTERFACE
    SUBROUTINE MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      INTEGER :: request, ierror
      EXTERNAL :: query_fn, free_fn, cancel_fn
    END SUBROUTINE MPI_Grequest_start
  END INTERFACE
  PROCEDURE(MPI_Grequest_start) :: PMPI_Grequest_start
  INTERFACE
    SUBROUTINE MPI_Group_compare(group1, group2, result, ierror)
      IMPORT
      INTEGER :: group1, group2, result, ierror
    END SUBROUTINE MPI_Group_compare
  END INTERFACE
  PROCEDURE(MPI_Group_compare) :: PMPI_Group_compare
  INTERFACE
    SUBROUTINE MPI_Group_difference(group1, group2, newgroup, ierror)
      IMPORT
      INTEGER :: group1, group2, newgroup, ierror
    END SUBROUTINE MPI_Group_difference
  END INTERFACE
  PROCEDURE(MPI_Group_difference) :: PMPI_Group_difference
  INTERFACE
    SUBROUTINE MPI_Group_excl(group, n, ranks, newgroup, ierror)
      IMPORT
      INTEGER :: group, n, newgroup, ierror
      INTEGER :: ranks(*)
    END SUBROUTINE MPI_Group_excl
  END INTERFACE
  PROCEDURE(MPI_Group_excl) :: PMPI_Group_excl
  INTERFACE
    SUBROUTINE MPI_Group_free(group, ierror)
      IMPORT
      INTEGER :: group, ierror
    END SUBROUTINE MPI_Group_free
  END INTERFACE
  PROCEDURE(MPI_Group_free) :: PMPI_Group_free
  INTERFACE
    SUBROUTINE MPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      IMPORT
      INTEGER :: session, newgroup, ierror
      CHARACTER(LEN=*) :: pset_name
    END SUBROUTINE MPI_Group_from_session_pset
  END INTERFACE
  PROCEDURE(MPI_Group_from_session_pset) :: PMPI_Group_from_session_pset
  INTERFACE
    SUBROUTINE MPI_Group_incl(group, n, ranks, newgroup, ierror)
      IMPORT
      INTEGER :: group, n, newgroup, ierror
      INTEGER :: ranks(*)
    END SUBROUTINE MPI_Group_incl
  END INTERFACE
  PROCEDURE(MPI_Group_incl) :: PMPI_Group_incl
  INTERFACE
    SUBROUTINE MPI_Group_intersection(group1, group2, newgroup, ierror)
      IMPORT
      INTEGER :: group1, group2, newgroup, ierror
    END SUBROUTINE MPI_Group_intersection
  END INTERFACE
  PROCEDURE(MPI_Group_intersection) :: PMPI_Group_intersection
  INTERFACE
    SUBROUTINE MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      IMPORT
      INTEGER :: group, n, newgroup, ierror
      INTEGER :: ranges(3, *)
    END SUBROUTINE MPI_Group_range_excl
  END INTERFACE
  PROCEDURE(MPI_Group_range_excl) :: PMPI_Group_range_excl
  INTERFACE
    SUBROUTINE MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      IMPORT
      INTEGER :: group, n, newgroup, ierror
      INTEGER :: ranges(3, *)
    END SUBROUTINE MPI_Group_range_incl
  END INTERFACE
  PROCEDURE(MPI_Group_range_incl) :: PMPI_Group_range_incl
  INTERFACE
    SUBROUTINE MPI_Group_rank(group, rank, ierror)
      IMPORT
      INTEGER :: group, rank, ierror
    END SUBROUTINE MPI_Group_rank
  END INTERFACE
  PROCEDURE(MPI_Group_rank) :: PMPI_Group_rank
  INTERFACE
    SUBROUTINE MPI_Group_size(group, size, ierror)
      IMPORT
      INTEGER :: group, size, ierror
    END SUBROUTINE MPI_Group_size
  END INTERFACE
  PROCEDURE(MPI_Group_size) :: PMPI_Group_size
  INTERFACE
    SUBROUTINE MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      IMPORT
      INTEGER :: group1, n, group2, ierror
      INTEGER :: ranks1(*), ranks2(*)
    END SUBROUTINE MPI_Group_translate_ranks
  END INTERFACE
  PROCEDURE(MPI_Group_translate_ranks) :: PMPI_Group_translate_ranks
  INTERFACE
    SUBROUTINE MPI_Group_union(group1, group2, newgroup, ierror)
      IMPORT
      INTEGER :: group1, group2, newgroup, ierror
    END SUBROUTINE MPI_Group_union
  END INTERFACE
  PROCEDURE(MPI_Group_union) :: PMPI_Group_union
  INTERFACE
    SUBROUTINE MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Iallgather
  END INTERFACE
  PROCEDURE(MPI_Iallgather) :: PMPI_Iallgather
  INTERFACE
    SUBROUTINE MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Iallgatherv
  END INTERFACE
  PROCEDURE(MPI_Iallgatherv) :: PMPI_Iallgatherv
  INTERFACE
    SUBROUTINE MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Iallreduce
  END INTERFACE
  PROCEDURE(MPI_Iallreduce) :: PMPI_Iallreduce
  INTERFACE
    SUBROUTINE MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Ialltoall
  END INTERFACE
  PROCEDURE(MPI_Ialltoall) :: PMPI_Ialltoall
  INTERFACE
    SUBROUTINE MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    END SUBROUTINE MPI_Ialltoallv
  END INTERFACE
  PROCEDURE(MPI_Ialltoallv) :: PMPI_Ialltoallv
  INTERFACE
    SUBROUTINE MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*)
    END SUBROUTINE MPI_Ialltoallw
  END INTERFACE
  PROCEDURE(MPI_Ialltoallw) :: PMPI_Ialltoallw
  INTERFACE
    SUBROUTINE MPI_Ibarrier(comm, request, ierror)
      IMPORT
      INTEGER :: comm, request, ierror
    END SUBROUTINE MPI_Ibarrier
  END INTERFACE
  PROCEDURE(MPI_Ibarrier) :: PMPI_Ibarrier
  INTERFACE
    SUBROUTINE MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER :: count, datatype, root, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Ibcast
  END INTERFACE
  PROCEDURE(MPI_Ibcast) :: PMPI_Ibcast
  INTERFACE
    SUBROUTINE MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Ibsend
  END INTERFACE
  PROCEDURE(MPI_Ibsend) :: PMPI_Ibsend
  INTERFACE
    SUBROUTINE MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Iexscan
  END INTERFACE
  PROCEDURE(MPI_Iexscan) :: PMPI_Iexscan
  INTERFACE
    SUBROUTINE MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, root, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Igather
  END INTERFACE
  PROCEDURE(MPI_Igather) :: PMPI_Igather
  INTERFACE
    SUBROUTINE MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, root, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Igatherv
  END INTERFACE
  PROCEDURE(MPI_Igatherv) :: PMPI_Igatherv
  INTERFACE
    SUBROUTINE MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      IMPORT
      INTEGER :: source, tag, comm, message, ierror
      LOGICAL :: flag
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Improbe
  END INTERFACE
  PROCEDURE(MPI_Improbe) :: PMPI_Improbe
  INTERFACE
    SUBROUTINE MPI_Imrecv(buf, count, datatype, message, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, message, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Imrecv
  END INTERFACE
  PROCEDURE(MPI_Imrecv) :: PMPI_Imrecv
  INTERFACE
    SUBROUTINE MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Ineighbor_allgather
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_allgather) :: PMPI_Ineighbor_allgather
  INTERFACE
    SUBROUTINE MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Ineighbor_allgatherv
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_allgatherv) :: PMPI_Ineighbor_allgatherv
  INTERFACE
    SUBROUTINE MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoall
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_alltoall) :: PMPI_Ineighbor_alltoall
  INTERFACE
    SUBROUTINE MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvtype, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    END SUBROUTINE MPI_Ineighbor_alltoallv
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_alltoallv) :: PMPI_Ineighbor_alltoallv
  INTERFACE
    SUBROUTINE MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*)
      INTEGER(KIND=MPI_ADDRESS_KIND) :: sdispls(*), rdispls(*)
    END SUBROUTINE MPI_Ineighbor_alltoallw
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_alltoallw) :: PMPI_Ineighbor_alltoallw
  INTERFACE
    SUBROUTINE MPI_Info_create(info, ierror)
      IMPORT
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Info_create
  END INTERFACE
  PROCEDURE(MPI_Info_create) :: PMPI_Info_create
  INTERFACE
    SUBROUTINE MPI_Info_create_env(info, ierror)
      IMPORT
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Info_create_env
  END INTERFACE
  PROCEDURE(MPI_Info_create_env) :: PMPI_Info_create_env
  INTERFACE
    SUBROUTINE MPI_Info_delete(info, key, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: key
    END SUBROUTINE MPI_Info_delete
  END INTERFACE
  PROCEDURE(MPI_Info_delete) :: PMPI_Info_delete
  INTERFACE
    SUBROUTINE MPI_Info_dup(info, newinfo, ierror)
      IMPORT
      INTEGER :: info, newinfo, ierror
    END SUBROUTINE MPI_Info_dup
  END INTERFACE
  PROCEDURE(MPI_Info_dup) :: PMPI_Info_dup
  INTERFACE
    SUBROUTINE MPI_Info_free(info, ierror)
      IMPORT
      INTEGER :: info, ierror
    END SUBROUTINE MPI_Info_free
  END INTERFACE
  PROCEDURE(MPI_Info_free) :: PMPI_Info_free
  INTERFACE
    SUBROUTINE MPI_Info_get(info, key, valuelen, value, flag, ierror)
      IMPORT
      INTEGER :: info, valuelen, ierror
      LOGICAL :: flag
      CHARACTER(LEN=*) :: key, value
    END SUBROUTINE MPI_Info_get
  END INTERFACE
  PROCEDURE(MPI_Info_get) :: PMPI_Info_get
  INTERFACE
    SUBROUTINE MPI_Info_get_nkeys(info, nkeys, ierror)
      IMPORT
      INTEGER :: info, nkeys, ierror
    END SUBROUTINE MPI_Info_get_nkeys
  END INTERFACE
  PROCEDURE(MPI_Info_get_nkeys) :: PMPI_Info_get_nkeys
  INTERFACE
    SUBROUTINE MPI_Info_get_nthkey(info, n, key, ierror)
      IMPORT
      INTEGER :: info, n, ierror
      CHARACTER(LEN=*) :: key
    END SUBROUTINE MPI_Info_get_nthkey
  END INTERFACE
  PROCEDURE(MPI_Info_get_nthkey) :: PMPI_Info_get_nthkey
  INTERFACE
    SUBROUTINE MPI_Info_get_string(info, key, buflen, value, flag, ierror)
      IMPORT
      INTEGER :: info, buflen, ierror
      LOGICAL :: flag
      CHARACTER(LEN=*) :: key, value
    END SUBROUTINE MPI_Info_get_string
  END INTERFACE
  PROCEDURE(MPI_Info_get_string) :: PMPI_Info_get_string
  INTERFACE
    SUBROUTINE MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      IMPORT
      INTEGER :: info, valuelen, ierror
      LOGICAL :: flag
      CHARACTER(LEN=*) :: key
    END SUBROUTINE MPI_Info_get_valuelen
  END INTERFACE
  PROCEDURE(MPI_Info_get_valuelen) :: PMPI_Info_get_valuelen
  INTERFACE
    SUBROUTINE MPI_Info_set(info, key, value, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: key, value
    END SUBROUTINE MPI_Info_set
  END INTERFACE
  PROCEDURE(MPI_Info_set) :: PMPI_Info_set
  INTERFACE
    SUBROUTINE MPI_Init(ierror)
      IMPORT
      INTEGER :: ierror
    END SUBROUTINE MPI_Init
  END INTERFACE
  PROCEDURE(MPI_Init) :: PMPI_Init
  INTERFACE
    SUBROUTINE MPI_Init_thread(required, provided, ierror)
      IMPORT
      INTEGER :: required, provided, ierror
    END SUBROUTINE MPI_Init_thread
  END INTERFACE
  PROCEDURE(MPI_Init_thread) :: PMPI_Init_thread
  INTERFACE
    SUBROUTINE MPI_Initialized(flag, ierror)
      IMPORT
      LOGICAL :: flag
      INTEGER :: ierror
    END SUBROUTINE MPI_Initialized
  END INTERFACE
  PROCEDURE(MPI_Initialized) :: PMPI_Initialized
  INTERFACE
    SUBROUTINE MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, &
        newintercomm, ierror)
      IMPORT
      INTEGER :: local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror
    END SUBROUTINE MPI_Intercomm_create
  END INTERFACE
  PROCEDURE(MPI_Intercomm_create) :: PMPI_Intercomm_create
  INTERFACE
    SUBROUTINE MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, &
        remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      IMPORT
      INTEGER :: local_group, local_leader, remote_group, remote_leader, info, errhandler, &
        newintercomm, ierror
      CHARACTER(LEN=*) :: stringtag
    END SUBROUTINE MPI_Intercomm_create_from_groups
  END INTERFACE
  PROCEDURE(MPI_Intercomm_create_from_groups) :: PMPI_Intercomm_create_from_groups
  INTERFACE
    SUBROUTINE MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      IMPORT
      INTEGER :: intercomm, newintracomm, ierror
      LOGICAL :: high
    END SUBROUTINE MPI_Intercomm_merge
  END INTERFACE
  PROCEDURE(MPI_Intercomm_merge) :: PMPI_Intercomm_merge
  INTERFACE
    SUBROUTINE MPI_Iprobe(source, tag, comm, flag, status, ierror)
      IMPORT
      INTEGER :: source, tag, comm, ierror
      LOGICAL :: flag
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Iprobe
  END INTERFACE
  PROCEDURE(MPI_Iprobe) :: PMPI_Iprobe
  INTERFACE
    SUBROUTINE MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, source, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Irecv
  END INTERFACE
  PROCEDURE(MPI_Irecv) :: PMPI_Irecv
  INTERFACE
    SUBROUTINE MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, root, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Ireduce
  END INTERFACE
  PROCEDURE(MPI_Ireduce) :: PMPI_Ireduce
  INTERFACE
    SUBROUTINE MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: datatype, op, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*)
    END SUBROUTINE MPI_Ireduce_scatter
  END INTERFACE
  PROCEDURE(MPI_Ireduce_scatter) :: PMPI_Ireduce_scatter
  INTERFACE
    SUBROUTINE MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: recvcount, datatype, op, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Ireduce_scatter_block
  END INTERFACE
  PROCEDURE(MPI_Ireduce_scatter_block) :: PMPI_Ireduce_scatter_block
  INTERFACE
    SUBROUTINE MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Irsend
  END INTERFACE
  PROCEDURE(MPI_Irsend) :: PMPI_Irsend
  INTERFACE
    SUBROUTINE MPI_Is_thread_main(flag, ierror)
      IMPORT
      LOGICAL :: flag
      INTEGER :: ierror
    END SUBROUTINE MPI_Is_thread_main
  END INTERFACE
  PROCEDURE(MPI_Is_thread_main) :: PMPI_Is_thread_main
  INTERFACE
    SUBROUTINE MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Iscan
  END INTERFACE
  PROCEDURE(MPI_Iscan) :: PMPI_Iscan
  INTERFACE
    SUBROUTINE MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, root, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Iscatter
  END INTERFACE
  PROCEDURE(MPI_Iscatter) :: PMPI_Iscatter
  INTERFACE
    SUBROUTINE MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvcount, recvtype, root, comm, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), displs(*)
    END SUBROUTINE MPI_Iscatterv
  END INTERFACE
  PROCEDURE(MPI_Iscatterv) :: PMPI_Iscatterv
  INTERFACE
    SUBROUTINE MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Isend
  END INTERFACE
  PROCEDURE(MPI_Isend) :: PMPI_Isend
  INTERFACE
    SUBROUTINE MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, &
        request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Isendrecv
  END INTERFACE
  PROCEDURE(MPI_Isendrecv) :: PMPI_Isendrecv
  INTERFACE
    SUBROUTINE MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, sendtag, source, recvtag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Isendrecv_replace
  END INTERFACE
  PROCEDURE(MPI_Isendrecv_replace) :: PMPI_Isendrecv_replace
  INTERFACE
    SUBROUTINE MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Issend
  END INTERFACE
  PROCEDURE(MPI_Issend) :: PMPI_Issend
  INTERFACE
    SUBROUTINE MPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      IMPORT
      INTEGER :: keyval, extra_state, ierror
      EXTERNAL :: copy_fn, delete_fn
    END SUBROUTINE MPI_Keyval_create
  END INTERFACE
  PROCEDURE(MPI_Keyval_create) :: PMPI_Keyval_create
  INTERFACE
    SUBROUTINE MPI_Keyval_free(keyval, ierror)
      IMPORT
      INTEGER :: keyval, ierror
    END SUBROUTINE MPI_Keyval_free
  END INTERFACE
  PROCEDURE(MPI_Keyval_free) :: PMPI_Keyval_free
  INTERFACE
    SUBROUTINE MPI_Lookup_name(service_name, info, port_name, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: service_name, port_name
    END SUBROUTINE MPI_Lookup_name
  END INTERFACE
  PROCEDURE(MPI_Lookup_name) :: PMPI_Lookup_name
  INTERFACE
    SUBROUTINE MPI_Mprobe(source, tag, comm, message, status, ierror)
      IMPORT
      INTEGER :: source, tag, comm, message, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Mprobe
  END INTERFACE
  PROCEDURE(MPI_Mprobe) :: PMPI_Mprobe
  INTERFACE
    SUBROUTINE MPI_Mrecv(buf, count, datatype, message, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, message, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Mrecv
  END INTERFACE
  PROCEDURE(MPI_Mrecv) :: PMPI_Mrecv
  INTERFACE
    SUBROUTINE MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Neighbor_allgather
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgather) :: PMPI_Neighbor_allgather
  INTERFACE
    SUBROUTINE MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Neighbor_allgather_init
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgather_init) :: PMPI_Neighbor_allgather_init
  INTERFACE
    SUBROUTINE MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Neighbor_allgatherv
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgatherv) :: PMPI_Neighbor_allgatherv
  INTERFACE
    SUBROUTINE MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Neighbor_allgatherv_init
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgatherv_init) :: PMPI_Neighbor_allgatherv_init
  INTERFACE
    SUBROUTINE MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Neighbor_alltoall
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoall) :: PMPI_Neighbor_alltoall
  INTERFACE
    SUBROUTINE MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Neighbor_alltoall_init
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoall_init) :: PMPI_Neighbor_alltoall_init
  INTERFACE
    SUBROUTINE MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvtype, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    END SUBROUTINE MPI_Neighbor_alltoallv
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallv) :: PMPI_Neighbor_alltoallv
  INTERFACE
    SUBROUTINE MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvtype, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
    END SUBROUTINE MPI_Neighbor_alltoallv_init
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallv_init) :: PMPI_Neighbor_alltoallv_init
  INTERFACE
    SUBROUTINE MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*)
      INTEGER(KIND=MPI_ADDRESS_KIND) :: sdispls(*), rdispls(*)
    END SUBROUTINE MPI_Neighbor_alltoallw
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallw) :: PMPI_Neighbor_alltoallw
  INTERFACE
    SUBROUTINE MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*)
      INTEGER(KIND=MPI_ADDRESS_KIND) :: sdispls(*), rdispls(*)
    END SUBROUTINE MPI_Neighbor_alltoallw_init
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallw_init) :: PMPI_Neighbor_alltoallw_init
  INTERFACE
    SUBROUTINE MPI_Op_commutative(op, commute, ierror)
      IMPORT
      INTEGER :: op, ierror
      LOGICAL :: commute
    END SUBROUTINE MPI_Op_commutative
  END INTERFACE
  PROCEDURE(MPI_Op_commutative) :: PMPI_Op_commutative
  INTERFACE
    SUBROUTINE MPI_Op_create(user_fn, commute, op, ierror)
      IMPORT
      LOGICAL :: commute
      INTEGER :: op, ierror
      EXTERNAL :: user_fn
    END SUBROUTINE MPI_Op_create
  END INTERFACE
  PROCEDURE(MPI_Op_create) :: PMPI_Op_create
  INTERFACE
    SUBROUTINE MPI_Op_free(op, ierror)
      IMPORT
      INTEGER :: op, ierror
    END SUBROUTINE MPI_Op_free
  END INTERFACE
  PROCEDURE(MPI_Op_free) :: PMPI_Op_free
  INTERFACE
    SUBROUTINE MPI_Open_port(info, port_name, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: port_name
    END SUBROUTINE MPI_Open_port
  END INTERFACE
  PROCEDURE(MPI_Open_port) :: PMPI_Open_port
  INTERFACE
    SUBROUTINE MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      INTEGER :: incount, datatype, outsize, position, comm, ierror
      TYPE(*), DIMENSION(*) :: inbuf, outbuf
    END SUBROUTINE MPI_Pack
  END INTERFACE
  PROCEDURE(MPI_Pack) :: PMPI_Pack
  INTERFACE
    SUBROUTINE MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      INTEGER :: incount, datatype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: outsize, position
      CHARACTER(LEN=*) :: datarep
      TYPE(*), DIMENSION(*) :: inbuf, outbuf
    END SUBROUTINE MPI_Pack_external
  END INTERFACE
  PROCEDURE(MPI_Pack_external) :: PMPI_Pack_external
  INTERFACE
    SUBROUTINE MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      IMPORT
      INTEGER :: incount, datatype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      CHARACTER(LEN=*) :: datarep
    END SUBROUTINE MPI_Pack_external_size
  END INTERFACE
  PROCEDURE(MPI_Pack_external_size) :: PMPI_Pack_external_size
  INTERFACE
    SUBROUTINE MPI_Pack_size(incount, datatype, comm, size, ierror)
      IMPORT
      INTEGER :: incount, datatype, comm, size, ierror
    END SUBROUTINE MPI_Pack_size
  END INTERFACE
  PROCEDURE(MPI_Pack_size) :: PMPI_Pack_size
  INTERFACE
    SUBROUTINE MPI_Parrived(request, partition, flag, ierror)
      IMPORT
      INTEGER :: request, partition, ierror
      LOGICAL :: flag
    END SUBROUTINE MPI_Parrived
  END INTERFACE
  PROCEDURE(MPI_Parrived) :: PMPI_Parrived
  INTERFACE
    SUBROUTINE MPI_Pcontrol(level)
      IMPORT
      INTEGER :: level
    END SUBROUTINE MPI_Pcontrol
  END INTERFACE
  PROCEDURE(MPI_Pcontrol) :: PMPI_Pcontrol
  INTERFACE
    SUBROUTINE MPI_Pready(partition, request, ierror)
      IMPORT
      INTEGER :: partition, request, ierror
    END SUBROUTINE MPI_Pready
  END INTERFACE
  PROCEDURE(MPI_Pready) :: PMPI_Pready
  INTERFACE
    SUBROUTINE MPI_Pready_list(length, array_of_partitions, request, ierror)
      IMPORT
      INTEGER :: length, request, ierror
      INTEGER :: array_of_partitions(*)
    END SUBROUTINE MPI_Pready_list
  END INTERFACE
  PROCEDURE(MPI_Pready_list) :: PMPI_Pready_list
  INTERFACE
    SUBROUTINE MPI_Pready_range(partition_low, partition_high, request, ierror)
      IMPORT
      INTEGER :: partition_low, partition_high, request, ierror
    END SUBROUTINE MPI_Pready_range
  END INTERFACE
  PROCEDURE(MPI_Pready_range) :: PMPI_Pready_range
  INTERFACE
    SUBROUTINE MPI_Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: partitions, datatype, source, tag, comm, info, request, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: count
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Precv_init
  END INTERFACE
  PROCEDURE(MPI_Precv_init) :: PMPI_Precv_init
  INTERFACE
    SUBROUTINE MPI_Probe(source, tag, comm, status, ierror)
      IMPORT
      INTEGER :: source, tag, comm, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Probe
  END INTERFACE
  PROCEDURE(MPI_Probe) :: PMPI_Probe
  INTERFACE
    SUBROUTINE MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: partitions, datatype, dest, tag, comm, info, request, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: count
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Psend_init
  END INTERFACE
  PROCEDURE(MPI_Psend_init) :: PMPI_Psend_init
  INTERFACE
    SUBROUTINE MPI_Publish_name(service_name, info, port_name, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: service_name, port_name
    END SUBROUTINE MPI_Publish_name
  END INTERFACE
  PROCEDURE(MPI_Publish_name) :: PMPI_Publish_name
  INTERFACE
    SUBROUTINE MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, &
        ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Put
  END INTERFACE
  PROCEDURE(MPI_Put) :: PMPI_Put
  INTERFACE
    SUBROUTINE MPI_Query_thread(provided, ierror)
      IMPORT
      INTEGER :: provided, ierror
    END SUBROUTINE MPI_Query_thread
  END INTERFACE
  PROCEDURE(MPI_Query_thread) :: PMPI_Query_thread
  INTERFACE
    SUBROUTINE MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, &
        win, request, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Raccumulate
  END INTERFACE
  PROCEDURE(MPI_Raccumulate) :: PMPI_Raccumulate
  INTERFACE
    SUBROUTINE MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, source, tag, comm, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Recv
  END INTERFACE
  PROCEDURE(MPI_Recv) :: PMPI_Recv
  INTERFACE
    SUBROUTINE MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, source, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Recv_init
  END INTERFACE
  PROCEDURE(MPI_Recv_init) :: PMPI_Recv_init
  INTERFACE
    SUBROUTINE MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, root, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Reduce
  END INTERFACE
  PROCEDURE(MPI_Reduce) :: PMPI_Reduce
  INTERFACE
    SUBROUTINE MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, root, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Reduce_init
  END INTERFACE
  PROCEDURE(MPI_Reduce_init) :: PMPI_Reduce_init
  INTERFACE
    SUBROUTINE MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
      INTEGER :: count, datatype, op, ierror
      TYPE(*), DIMENSION(*) :: inbuf, inoutbuf
    END SUBROUTINE MPI_Reduce_local
  END INTERFACE
  PROCEDURE(MPI_Reduce_local) :: PMPI_Reduce_local
  INTERFACE
    SUBROUTINE MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: datatype, op, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*)
    END SUBROUTINE MPI_Reduce_scatter
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter) :: PMPI_Reduce_scatter
  INTERFACE
    SUBROUTINE MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: recvcount, datatype, op, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Reduce_scatter_block
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter_block) :: PMPI_Reduce_scatter_block
  INTERFACE
    SUBROUTINE MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: recvcount, datatype, op, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Reduce_scatter_block_init
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter_block_init) :: PMPI_Reduce_scatter_block_init
  INTERFACE
    SUBROUTINE MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: datatype, op, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: recvcounts(*)
    END SUBROUTINE MPI_Reduce_scatter_init
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter_init) :: PMPI_Reduce_scatter_init
  INTERFACE
    SUBROUTINE MPI_Remove_error_class(errorclass, ierror)
      IMPORT
      INTEGER :: errorclass, ierror
    END SUBROUTINE MPI_Remove_error_class
  END INTERFACE
  PROCEDURE(MPI_Remove_error_class) :: PMPI_Remove_error_class
  INTERFACE
    SUBROUTINE MPI_Remove_error_code(errorcode, ierror)
      IMPORT
      INTEGER :: errorcode, ierror
    END SUBROUTINE MPI_Remove_error_code
  END INTERFACE
  PROCEDURE(MPI_Remove_error_code) :: PMPI_Remove_error_code
  INTERFACE
    SUBROUTINE MPI_Remove_error_string(errorcode, ierror)
      IMPORT
      INTEGER :: errorcode, ierror
    END SUBROUTINE MPI_Remove_error_string
  END INTERFACE
  PROCEDURE(MPI_Remove_error_string) :: PMPI_Remove_error_string
  INTERFACE
    SUBROUTINE MPI_Request_free(request, ierror)
      IMPORT
      INTEGER :: request, ierror
    END SUBROUTINE MPI_Request_free
  END INTERFACE
  PROCEDURE(MPI_Request_free) :: PMPI_Request_free
  INTERFACE
    SUBROUTINE MPI_Request_get_status(request, flag, status, ierror)
      IMPORT
      INTEGER :: request, ierror
      LOGICAL :: flag
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Request_get_status
  END INTERFACE
  PROCEDURE(MPI_Request_get_status) :: PMPI_Request_get_status
  INTERFACE
    SUBROUTINE MPI_Request_get_status_all(count, array_of_requests, flag, array_of_statuses, ierror)
      IMPORT
      INTEGER :: count, ierror
      LOGICAL :: flag
      INTEGER :: array_of_requests(*), array_of_statuses(mpi_status_size, *)
    END SUBROUTINE MPI_Request_get_status_all
  END INTERFACE
  PROCEDURE(MPI_Request_get_status_all) :: PMPI_Request_get_status_all
  INTERFACE
    SUBROUTINE MPI_Request_get_status_any(count, array_of_requests, index, flag, status, ierror)
      IMPORT
      INTEGER :: count, index, ierror
      LOGICAL :: flag
      INTEGER :: array_of_requests(*), status(mpi_status_size)
    END SUBROUTINE MPI_Request_get_status_any
  END INTERFACE
  PROCEDURE(MPI_Request_get_status_any) :: PMPI_Request_get_status_any
  INTERFACE
    SUBROUTINE MPI_Request_get_status_some(incount, array_of_requests, outcount, &
        array_of_indices, array_of_statuses, ierror)
      IMPORT
      INTEGER :: incount, outcount, ierror
      INTEGER :: array_of_requests(*), array_of_indices(*), array_of_statuses(mpi_status_size, *)
    END SUBROUTINE MPI_Request_get_status_some
  END INTERFACE
  PROCEDURE(MPI_Request_get_status_some) :: PMPI_Request_get_status_some
  INTERFACE
    SUBROUTINE MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, &
        request, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Rget
  END INTERFACE
  PROCEDURE(MPI_Rget) :: PMPI_Rget
  INTERFACE
    SUBROUTINE MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      INTEGER :: origin_count, origin_datatype, result_count, result_datatype, target_rank, &
        target_count, target_datatype, op, win, request, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr, result_addr
    END SUBROUTINE MPI_Rget_accumulate
  END INTERFACE
  PROCEDURE(MPI_Rget_accumulate) :: PMPI_Rget_accumulate
  INTERFACE
    SUBROUTINE MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win, &
        request, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: target_disp
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Rput
  END INTERFACE
  PROCEDURE(MPI_Rput) :: PMPI_Rput
  INTERFACE
    SUBROUTINE MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Rsend
  END INTERFACE
  PROCEDURE(MPI_Rsend) :: PMPI_Rsend
  INTERFACE
    SUBROUTINE MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Rsend_init
  END INTERFACE
  PROCEDURE(MPI_Rsend_init) :: PMPI_Rsend_init
  INTERFACE
    SUBROUTINE MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Scan
  END INTERFACE
  PROCEDURE(MPI_Scan) :: PMPI_Scan
  INTERFACE
    SUBROUTINE MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: count, datatype, op, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Scan_init
  END INTERFACE
  PROCEDURE(MPI_Scan_init) :: PMPI_Scan_init
  INTERFACE
    SUBROUTINE MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, root, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Scatter
  END INTERFACE
  PROCEDURE(MPI_Scatter) :: PMPI_Scatter
  INTERFACE
    SUBROUTINE MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, recvcount, recvtype, root, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
    END SUBROUTINE MPI_Scatter_init
  END INTERFACE
  PROCEDURE(MPI_Scatter_init) :: PMPI_Scatter_init
  INTERFACE
    SUBROUTINE MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvcount, recvtype, root, comm, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), displs(*)
    END SUBROUTINE MPI_Scatterv
  END INTERFACE
  PROCEDURE(MPI_Scatterv) :: PMPI_Scatterv
  INTERFACE
    SUBROUTINE MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendtype, recvcount, recvtype, root, comm, info, request, ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: sendcounts(*), displs(*)
    END SUBROUTINE MPI_Scatterv_init
  END INTERFACE
  PROCEDURE(MPI_Scatterv_init) :: PMPI_Scatterv_init
  INTERFACE
    SUBROUTINE MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Send
  END INTERFACE
  PROCEDURE(MPI_Send) :: PMPI_Send
  INTERFACE
    SUBROUTINE MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Send_init
  END INTERFACE
  PROCEDURE(MPI_Send_init) :: PMPI_Send_init
  INTERFACE
    SUBROUTINE MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      INTEGER :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, &
        ierror
      TYPE(*), DIMENSION(*) :: sendbuf, recvbuf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Sendrecv
  END INTERFACE
  PROCEDURE(MPI_Sendrecv) :: PMPI_Sendrecv
  INTERFACE
    SUBROUTINE MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, sendtag, source, recvtag, comm, ierror
      TYPE(*), DIMENSION(*) :: buf
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Sendrecv_replace
  END INTERFACE
  PROCEDURE(MPI_Sendrecv_replace) :: PMPI_Sendrecv_replace
  INTERFACE
    SUBROUTINE MPI_Session_attach_buffer(session, buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER :: session, size, ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Session_attach_buffer
  END INTERFACE
  PROCEDURE(MPI_Session_attach_buffer) :: PMPI_Session_attach_buffer
  INTERFACE
    SUBROUTINE MPI_Session_call_errhandler(session, errorcode, ierror)
      IMPORT
      INTEGER :: session, errorcode, ierror
    END SUBROUTINE MPI_Session_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_call_errhandler) :: PMPI_Session_call_errhandler
  INTERFACE
    SUBROUTINE MPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      IMPORT
      INTEGER :: errhandler, ierror
      EXTERNAL :: session_errhandler_fn
    END SUBROUTINE MPI_Session_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_create_errhandler) :: PMPI_Session_create_errhandler
  INTERFACE
    SUBROUTINE MPI_Session_detach_buffer(session, buffer_addr, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer_addr
!DIR$ IGNORE_TKR buffer_addr
      INTEGER :: session, size, ierror
      TYPE(*), DIMENSION(*) :: buffer_addr
    END SUBROUTINE MPI_Session_detach_buffer
  END INTERFACE
  PROCEDURE(MPI_Session_detach_buffer) :: PMPI_Session_detach_buffer
  INTERFACE
    SUBROUTINE MPI_Session_finalize(session, ierror)
      IMPORT
      INTEGER :: session, ierror
    END SUBROUTINE MPI_Session_finalize
  END INTERFACE
  PROCEDURE(MPI_Session_finalize) :: PMPI_Session_finalize
  INTERFACE
    SUBROUTINE MPI_Session_flush_buffer(session, ierror)
      IMPORT
      INTEGER :: session, ierror
    END SUBROUTINE MPI_Session_flush_buffer
  END INTERFACE
  PROCEDURE(MPI_Session_flush_buffer) :: PMPI_Session_flush_buffer
  INTERFACE
    SUBROUTINE MPI_Session_get_errhandler(session, errhandler, ierror)
      IMPORT
      INTEGER :: session, errhandler, ierror
    END SUBROUTINE MPI_Session_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_get_errhandler) :: PMPI_Session_get_errhandler
  INTERFACE
    SUBROUTINE MPI_Session_get_info(session, info_used, ierror)
      IMPORT
      INTEGER :: session, info_used, ierror
    END SUBROUTINE MPI_Session_get_info
  END INTERFACE
  PROCEDURE(MPI_Session_get_info) :: PMPI_Session_get_info
  INTERFACE
    SUBROUTINE MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      IMPORT
      INTEGER :: session, info, n, pset_len, ierror
      CHARACTER(LEN=*) :: pset_name
    END SUBROUTINE MPI_Session_get_nth_pset
  END INTERFACE
  PROCEDURE(MPI_Session_get_nth_pset) :: PMPI_Session_get_nth_pset
  INTERFACE
    SUBROUTINE MPI_Session_get_num_psets(session, info, npset_names, ierror)
      IMPORT
      INTEGER :: session, info, npset_names, ierror
    END SUBROUTINE MPI_Session_get_num_psets
  END INTERFACE
  PROCEDURE(MPI_Session_get_num_psets) :: PMPI_Session_get_num_psets
  INTERFACE
    SUBROUTINE MPI_Session_get_pset_info(session, pset_name, info, ierror)
      IMPORT
      INTEGER :: session, info, ierror
      CHARACTER(LEN=*) :: pset_name
    END SUBROUTINE MPI_Session_get_pset_info
  END INTERFACE
  PROCEDURE(MPI_Session_get_pset_info) :: PMPI_Session_get_pset_info
  INTERFACE
    SUBROUTINE MPI_Session_iflush_buffer(session, request, ierror)
      IMPORT
      INTEGER :: session, request, ierror
    END SUBROUTINE MPI_Session_iflush_buffer
  END INTERFACE
  PROCEDURE(MPI_Session_iflush_buffer) :: PMPI_Session_iflush_buffer
  INTERFACE
    SUBROUTINE MPI_Session_init(info, errhandler, session, ierror)
      IMPORT
      INTEGER :: info, errhandler, session, ierror
    END SUBROUTINE MPI_Session_init
  END INTERFACE
  PROCEDURE(MPI_Session_init) :: PMPI_Session_init
  INTERFACE
    SUBROUTINE MPI_Session_set_errhandler(session, errhandler, ierror)
      IMPORT
      INTEGER :: session, errhandler, ierror
    END SUBROUTINE MPI_Session_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_set_errhandler) :: PMPI_Session_set_errhandler
  INTERFACE
    SUBROUTINE MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Ssend
  END INTERFACE
  PROCEDURE(MPI_Ssend) :: PMPI_Ssend
  INTERFACE
    SUBROUTINE MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER :: count, datatype, dest, tag, comm, request, ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Ssend_init
  END INTERFACE
  PROCEDURE(MPI_Ssend_init) :: PMPI_Ssend_init
  INTERFACE
    SUBROUTINE MPI_Start(request, ierror)
      IMPORT
      INTEGER :: request, ierror
    END SUBROUTINE MPI_Start
  END INTERFACE
  PROCEDURE(MPI_Start) :: PMPI_Start
  INTERFACE
    SUBROUTINE MPI_Startall(count, array_of_requests, ierror)
      IMPORT
      INTEGER :: count, ierror
      INTEGER :: array_of_requests(*)
    END SUBROUTINE MPI_Startall
  END INTERFACE
  PROCEDURE(MPI_Startall) :: PMPI_Startall
  INTERFACE
    SUBROUTINE MPI_Status_get_error(status, err, ierror)
      IMPORT
      INTEGER :: err, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_get_error
  END INTERFACE
  PROCEDURE(MPI_Status_get_error) :: PMPI_Status_get_error
  INTERFACE
    SUBROUTINE MPI_Status_get_source(status, source, ierror)
      IMPORT
      INTEGER :: source, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_get_source
  END INTERFACE
  PROCEDURE(MPI_Status_get_source) :: PMPI_Status_get_source
  INTERFACE
    SUBROUTINE MPI_Status_get_tag(status, tag, ierror)
      IMPORT
      INTEGER :: tag, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_get_tag
  END INTERFACE
  PROCEDURE(MPI_Status_get_tag) :: PMPI_Status_get_tag
  INTERFACE
    SUBROUTINE MPI_Status_set_cancelled(status, flag, ierror)
      IMPORT
      LOGICAL :: flag
      INTEGER :: ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_set_cancelled
  END INTERFACE
  PROCEDURE(MPI_Status_set_cancelled) :: PMPI_Status_set_cancelled
  INTERFACE
    SUBROUTINE MPI_Status_set_elements(status, datatype, count, ierror)
      IMPORT
      INTEGER :: datatype, count, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_set_elements
  END INTERFACE
  PROCEDURE(MPI_Status_set_elements) :: PMPI_Status_set_elements
  INTERFACE
    SUBROUTINE MPI_Status_set_elements_x(status, datatype, count, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: count
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_set_elements_x
  END INTERFACE
  PROCEDURE(MPI_Status_set_elements_x) :: PMPI_Status_set_elements_x
  INTERFACE
    SUBROUTINE MPI_Status_set_error(status, err, ierror)
      IMPORT
      INTEGER :: err, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_set_error
  END INTERFACE
  PROCEDURE(MPI_Status_set_error) :: PMPI_Status_set_error
  INTERFACE
    SUBROUTINE MPI_Status_set_source(status, source, ierror)
      IMPORT
      INTEGER :: source, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_set_source
  END INTERFACE
  PROCEDURE(MPI_Status_set_source) :: PMPI_Status_set_source
  INTERFACE
    SUBROUTINE MPI_Status_set_tag(status, tag, ierror)
      IMPORT
      INTEGER :: tag, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Status_set_tag
  END INTERFACE
  PROCEDURE(MPI_Status_set_tag) :: PMPI_Status_set_tag
  INTERFACE
    SUBROUTINE MPI_Test(request, flag, status, ierror)
      IMPORT
      INTEGER :: request, ierror
      LOGICAL :: flag
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Test
  END INTERFACE
  PROCEDURE(MPI_Test) :: PMPI_Test
  INTERFACE
    SUBROUTINE MPI_Test_cancelled(status, flag, ierror)
      IMPORT
      LOGICAL :: flag
      INTEGER :: ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Test_cancelled
  END INTERFACE
  PROCEDURE(MPI_Test_cancelled) :: PMPI_Test_cancelled
  INTERFACE
    SUBROUTINE MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      IMPORT
      INTEGER :: count, ierror
      LOGICAL :: flag
      INTEGER :: array_of_requests(*), array_of_statuses(mpi_status_size, *)
    END SUBROUTINE MPI_Testall
  END INTERFACE
  PROCEDURE(MPI_Testall) :: PMPI_Testall
  INTERFACE
    SUBROUTINE MPI_Testany(count, array_of_requests, index, flag, status, ierror)
      IMPORT
      INTEGER :: count, index, ierror
      LOGICAL :: flag
      INTEGER :: array_of_requests(*), status(mpi_status_size)
    END SUBROUTINE MPI_Testany
  END INTERFACE
  PROCEDURE(MPI_Testany) :: PMPI_Testany
  INTERFACE
    SUBROUTINE MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      IMPORT
      INTEGER :: incount, outcount, ierror
      INTEGER :: array_of_requests(*), array_of_indices(*), array_of_statuses(mpi_status_size, *)
    END SUBROUTINE MPI_Testsome
  END INTERFACE
  PROCEDURE(MPI_Testsome) :: PMPI_Testsome
  INTERFACE
    SUBROUTINE MPI_Topo_test(comm, status, ierror)
      IMPORT
      INTEGER :: comm, status, ierror
    END SUBROUTINE MPI_Topo_test
  END INTERFACE
  PROCEDURE(MPI_Topo_test) :: PMPI_Topo_test
  INTERFACE
    SUBROUTINE MPI_Type_commit(datatype, ierror)
      IMPORT
      INTEGER :: datatype, ierror
    END SUBROUTINE MPI_Type_commit
  END INTERFACE
  PROCEDURE(MPI_Type_commit) :: PMPI_Type_commit
  INTERFACE
    SUBROUTINE MPI_Type_contiguous(count, oldtype, newtype, ierror)
      IMPORT
      INTEGER :: count, oldtype, newtype, ierror
    END SUBROUTINE MPI_Type_contiguous
  END INTERFACE
  PROCEDURE(MPI_Type_contiguous) :: PMPI_Type_contiguous
  INTERFACE
    SUBROUTINE MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, &
        array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      IMPORT
      INTEGER :: size, rank, ndims, order, oldtype, newtype, ierror
      INTEGER :: array_of_gsizes(*), array_of_distribs(*), array_of_dargs(*), array_of_psizes(*)
    END SUBROUTINE MPI_Type_create_darray
  END INTERFACE
  PROCEDURE(MPI_Type_create_darray) :: PMPI_Type_create_darray
  INTERFACE
    SUBROUTINE MPI_Type_create_f90_complex(p, r, newtype, ierror)
      IMPORT
      INTEGER :: p, r, newtype, ierror
    END SUBROUTINE MPI_Type_create_f90_complex
  END INTERFACE
  PROCEDURE(MPI_Type_create_f90_complex) :: PMPI_Type_create_f90_complex
  INTERFACE
    SUBROUTINE MPI_Type_create_f90_integer(r, newtype, ierror)
      IMPORT
      INTEGER :: r, newtype, ierror
    END SUBROUTINE MPI_Type_create_f90_integer
  END INTERFACE
  PROCEDURE(MPI_Type_create_f90_integer) :: PMPI_Type_create_f90_integer
  INTERFACE
    SUBROUTINE MPI_Type_create_f90_real(p, r, newtype, ierror)
      IMPORT
      INTEGER :: p, r, newtype, ierror
    END SUBROUTINE MPI_Type_create_f90_real
  END INTERFACE
  PROCEDURE(MPI_Type_create_f90_real) :: PMPI_Type_create_f90_real
  INTERFACE
    SUBROUTINE MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER :: count, oldtype, newtype, ierror
      INTEGER :: array_of_blocklengths(*)
      INTEGER(KIND=MPI_ADDRESS_KIND) :: array_of_displacements(*)
    END SUBROUTINE MPI_Type_create_hindexed
  END INTERFACE
  PROCEDURE(MPI_Type_create_hindexed) :: PMPI_Type_create_hindexed
  INTERFACE
    SUBROUTINE MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER :: count, blocklength, oldtype, newtype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: array_of_displacements(*)
    END SUBROUTINE MPI_Type_create_hindexed_block
  END INTERFACE
  PROCEDURE(MPI_Type_create_hindexed_block) :: PMPI_Type_create_hindexed_block
  INTERFACE
    SUBROUTINE MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      IMPORT
      INTEGER :: count, blocklength, oldtype, newtype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: stride
    END SUBROUTINE MPI_Type_create_hvector
  END INTERFACE
  PROCEDURE(MPI_Type_create_hvector) :: PMPI_Type_create_hvector
  INTERFACE
    SUBROUTINE MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, &
        newtype, ierror)
      IMPORT
      INTEGER :: count, blocklength, oldtype, newtype, ierror
      INTEGER :: array_of_displacements(*)
    END SUBROUTINE MPI_Type_create_indexed_block
  END INTERFACE
  PROCEDURE(MPI_Type_create_indexed_block) :: PMPI_Type_create_indexed_block
  INTERFACE
    SUBROUTINE MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
        extra_state, ierror)
      IMPORT
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      EXTERNAL :: type_copy_attr_fn, type_delete_attr_fn
    END SUBROUTINE MPI_Type_create_keyval
  END INTERFACE
  PROCEDURE(MPI_Type_create_keyval) :: PMPI_Type_create_keyval
  INTERFACE
    SUBROUTINE MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      IMPORT
      INTEGER :: oldtype, newtype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: lb, extent
    END SUBROUTINE MPI_Type_create_resized
  END INTERFACE
  PROCEDURE(MPI_Type_create_resized) :: PMPI_Type_create_resized
  INTERFACE
    SUBROUTINE MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      IMPORT
      INTEGER :: count, newtype, ierror
      INTEGER :: array_of_blocklengths(*), array_of_types(*)
      INTEGER(KIND=MPI_ADDRESS_KIND) :: array_of_displacements(*)
    END SUBROUTINE MPI_Type_create_struct
  END INTERFACE
  PROCEDURE(MPI_Type_create_struct) :: PMPI_Type_create_struct
  INTERFACE
    SUBROUTINE MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      IMPORT
      INTEGER :: ndims, order, oldtype, newtype, ierror
      INTEGER :: array_of_sizes(*), array_of_subsizes(*), array_of_starts(*)
    END SUBROUTINE MPI_Type_create_subarray
  END INTERFACE
  PROCEDURE(MPI_Type_create_subarray) :: PMPI_Type_create_subarray
  INTERFACE
    SUBROUTINE MPI_Type_delete_attr(datatype, type_keyval, ierror)
      IMPORT
      INTEGER :: datatype, type_keyval, ierror
    END SUBROUTINE MPI_Type_delete_attr
  END INTERFACE
  PROCEDURE(MPI_Type_delete_attr) :: PMPI_Type_delete_attr
  INTERFACE
    SUBROUTINE MPI_Type_dup(oldtype, newtype, ierror)
      IMPORT
      INTEGER :: oldtype, newtype, ierror
    END SUBROUTINE MPI_Type_dup
  END INTERFACE
  PROCEDURE(MPI_Type_dup) :: PMPI_Type_dup
  INTERFACE
    SUBROUTINE MPI_Type_free(datatype, ierror)
      IMPORT
      INTEGER :: datatype, ierror
    END SUBROUTINE MPI_Type_free
  END INTERFACE
  PROCEDURE(MPI_Type_free) :: PMPI_Type_free
  INTERFACE
    SUBROUTINE MPI_Type_free_keyval(type_keyval, ierror)
      IMPORT
      INTEGER :: type_keyval, ierror
    END SUBROUTINE MPI_Type_free_keyval
  END INTERFACE
  PROCEDURE(MPI_Type_free_keyval) :: PMPI_Type_free_keyval
  INTERFACE
    SUBROUTINE MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      IMPORT
      INTEGER :: datatype, type_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val
      LOGICAL :: flag
    END SUBROUTINE MPI_Type_get_attr
  END INTERFACE
  PROCEDURE(MPI_Type_get_attr) :: PMPI_Type_get_attr
  INTERFACE
    SUBROUTINE MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      IMPORT
      INTEGER :: datatype, max_integers, max_addresses, max_datatypes, ierror
      INTEGER :: array_of_integers(*), array_of_datatypes(*)
      INTEGER(KIND=MPI_ADDRESS_KIND) :: array_of_addresses(*)
    END SUBROUTINE MPI_Type_get_contents
  END INTERFACE
  PROCEDURE(MPI_Type_get_contents) :: PMPI_Type_get_contents
  INTERFACE
    SUBROUTINE MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, &
        combiner, ierror)
      IMPORT
      INTEGER :: datatype, num_integers, num_addresses, num_datatypes, combiner, ierror
    END SUBROUTINE MPI_Type_get_envelope
  END INTERFACE
  PROCEDURE(MPI_Type_get_envelope) :: PMPI_Type_get_envelope
  INTERFACE
    SUBROUTINE MPI_Type_get_extent(datatype, lb, extent, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: lb, extent
    END SUBROUTINE MPI_Type_get_extent
  END INTERFACE
  PROCEDURE(MPI_Type_get_extent) :: PMPI_Type_get_extent
  INTERFACE
    SUBROUTINE MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: lb, extent
    END SUBROUTINE MPI_Type_get_extent_x
  END INTERFACE
  PROCEDURE(MPI_Type_get_extent_x) :: PMPI_Type_get_extent_x
  INTERFACE
    SUBROUTINE MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      IMPORT
      INTEGER :: datatype, resultlen, ierror
      CHARACTER(LEN=*) :: type_name
    END SUBROUTINE MPI_Type_get_name
  END INTERFACE
  PROCEDURE(MPI_Type_get_name) :: PMPI_Type_get_name
  INTERFACE
    SUBROUTINE MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: true_lb, true_extent
    END SUBROUTINE MPI_Type_get_true_extent
  END INTERFACE
  PROCEDURE(MPI_Type_get_true_extent) :: PMPI_Type_get_true_extent
  INTERFACE
    SUBROUTINE MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: true_lb, true_extent
    END SUBROUTINE MPI_Type_get_true_extent_x
  END INTERFACE
  PROCEDURE(MPI_Type_get_true_extent_x) :: PMPI_Type_get_true_extent_x
  INTERFACE
    SUBROUTINE MPI_Type_get_value_index(value_type, index_type, pair_type, ierror)
      IMPORT
      INTEGER :: value_type, index_type, pair_type, ierror
    END SUBROUTINE MPI_Type_get_value_index
  END INTERFACE
  PROCEDURE(MPI_Type_get_value_index) :: PMPI_Type_get_value_index
  INTERFACE
    SUBROUTINE MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
        newtype, ierror)
      IMPORT
      INTEGER :: count, oldtype, newtype, ierror
      INTEGER :: array_of_blocklengths(*), array_of_displacements(*)
    END SUBROUTINE MPI_Type_indexed
  END INTERFACE
  PROCEDURE(MPI_Type_indexed) :: PMPI_Type_indexed
  INTERFACE
    SUBROUTINE MPI_Type_match_size(typeclass, size, datatype, ierror)
      IMPORT
      INTEGER :: typeclass, size, datatype, ierror
    END SUBROUTINE MPI_Type_match_size
  END INTERFACE
  PROCEDURE(MPI_Type_match_size) :: PMPI_Type_match_size
  INTERFACE
    SUBROUTINE MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      IMPORT
      INTEGER :: datatype, type_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val
    END SUBROUTINE MPI_Type_set_attr
  END INTERFACE
  PROCEDURE(MPI_Type_set_attr) :: PMPI_Type_set_attr
  INTERFACE
    SUBROUTINE MPI_Type_set_name(datatype, type_name, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      CHARACTER(LEN=*) :: type_name
    END SUBROUTINE MPI_Type_set_name
  END INTERFACE
  PROCEDURE(MPI_Type_set_name) :: PMPI_Type_set_name
  INTERFACE
    SUBROUTINE MPI_Type_size(datatype, size, ierror)
      IMPORT
      INTEGER :: datatype, size, ierror
    END SUBROUTINE MPI_Type_size
  END INTERFACE
  PROCEDURE(MPI_Type_size) :: PMPI_Type_size
  INTERFACE
    SUBROUTINE MPI_Type_size_x(datatype, size, ierror)
      IMPORT
      INTEGER :: datatype, ierror
      INTEGER(KIND=MPI_COUNT_KIND) :: size
    END SUBROUTINE MPI_Type_size_x
  END INTERFACE
  PROCEDURE(MPI_Type_size_x) :: PMPI_Type_size_x
  INTERFACE
    SUBROUTINE MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      IMPORT
      INTEGER :: count, blocklength, stride, oldtype, newtype, ierror
    END SUBROUTINE MPI_Type_vector
  END INTERFACE
  PROCEDURE(MPI_Type_vector) :: PMPI_Type_vector
  INTERFACE
    SUBROUTINE MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      INTEGER :: insize, position, outcount, datatype, comm, ierror
      TYPE(*), DIMENSION(*) :: inbuf, outbuf
    END SUBROUTINE MPI_Unpack
  END INTERFACE
  PROCEDURE(MPI_Unpack) :: PMPI_Unpack
  INTERFACE
    SUBROUTINE MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      INTEGER(KIND=MPI_ADDRESS_KIND) :: insize, position
      INTEGER :: outcount, datatype, ierror
      CHARACTER(LEN=*) :: datarep
      TYPE(*), DIMENSION(*) :: inbuf, outbuf
    END SUBROUTINE MPI_Unpack_external
  END INTERFACE
  PROCEDURE(MPI_Unpack_external) :: PMPI_Unpack_external
  INTERFACE
    SUBROUTINE MPI_Unpublish_name(service_name, info, port_name, ierror)
      IMPORT
      INTEGER :: info, ierror
      CHARACTER(LEN=*) :: service_name, port_name
    END SUBROUTINE MPI_Unpublish_name
  END INTERFACE
  PROCEDURE(MPI_Unpublish_name) :: PMPI_Unpublish_name
  INTERFACE
    SUBROUTINE MPI_Wait(request, status, ierror)
      IMPORT
      INTEGER :: request, ierror
      INTEGER :: status(mpi_status_size)
    END SUBROUTINE MPI_Wait
  END INTERFACE
  PROCEDURE(MPI_Wait) :: PMPI_Wait
  INTERFACE
    SUBROUTINE MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      IMPORT
      INTEGER :: count, ierror
      INTEGER :: array_of_requests(*), array_of_statuses(mpi_status_size, *)
    END SUBROUTINE MPI_Waitall
  END INTERFACE
  PROCEDURE(MPI_Waitall) :: PMPI_Waitall
  INTERFACE
    SUBROUTINE MPI_Waitany(count, array_of_requests, index, status, ierror)
      IMPORT
      INTEGER :: count, index, ierror
      INTEGER :: array_of_requests(*), status(mpi_status_size)
    END SUBROUTINE MPI_Waitany
  END INTERFACE
  PROCEDURE(MPI_Waitany) :: PMPI_Waitany
  INTERFACE
    SUBROUTINE MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      IMPORT
      INTEGER :: incount, outcount, ierror
      INTEGER :: array_of_requests(*), array_of_indices(*), array_of_statuses(mpi_status_size, *)
    END SUBROUTINE MPI_Waitsome
  END INTERFACE
  PROCEDURE(MPI_Waitsome) :: PMPI_Waitsome
  INTERFACE MPI_Win_allocate
    SUBROUTINE MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size, baseptr
      INTEGER :: disp_unit, info, comm, win, ierror
    END SUBROUTINE MPI_Win_allocate
    SUBROUTINE MPI_Win_allocate_cptr(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      INTEGER :: disp_unit, info, comm, win, ierror
      TYPE(C_PTR) :: baseptr
    END SUBROUTINE MPI_Win_allocate_cptr
  END INTERFACE
  PROCEDURE(MPI_Win_allocate) :: PMPI_Win_allocate
  PROCEDURE(MPI_Win_allocate_cptr) :: PMPI_Win_allocate_cptr
  INTERFACE PMPI_Win_allocate
    PROCEDURE PMPI_Win_allocate, PMPI_Win_allocate_cptr
  END INTERFACE
  INTERFACE MPI_Win_allocate_shared
    SUBROUTINE MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size, baseptr
      INTEGER :: disp_unit, info, comm, win, ierror
    END SUBROUTINE MPI_Win_allocate_shared
    SUBROUTINE MPI_Win_allocate_shared_cptr(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      INTEGER :: disp_unit, info, comm, win, ierror
      TYPE(C_PTR) :: baseptr
    END SUBROUTINE MPI_Win_allocate_shared_cptr
  END INTERFACE
  PROCEDURE(MPI_Win_allocate_shared) :: PMPI_Win_allocate_shared
  PROCEDURE(MPI_Win_allocate_shared_cptr) :: PMPI_Win_allocate_shared_cptr
  INTERFACE PMPI_Win_allocate_shared
    PROCEDURE PMPI_Win_allocate_shared, PMPI_Win_allocate_shared_cptr
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Win_attach(win, base, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      INTEGER :: win, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_attach
  END INTERFACE
  PROCEDURE(MPI_Win_attach) :: PMPI_Win_attach
  INTERFACE
    SUBROUTINE MPI_Win_call_errhandler(win, errorcode, ierror)
      IMPORT
      INTEGER :: win, errorcode, ierror
    END SUBROUTINE MPI_Win_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_call_errhandler) :: PMPI_Win_call_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_complete(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_complete
  END INTERFACE
  PROCEDURE(MPI_Win_complete) :: PMPI_Win_complete
  INTERFACE
    SUBROUTINE MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      INTEGER :: disp_unit, info, comm, win, ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_create
  END INTERFACE
  PROCEDURE(MPI_Win_create) :: PMPI_Win_create
  INTERFACE
    SUBROUTINE MPI_Win_create_dynamic(info, comm, win, ierror)
      IMPORT
      INTEGER :: info, comm, win, ierror
    END SUBROUTINE MPI_Win_create_dynamic
  END INTERFACE
  PROCEDURE(MPI_Win_create_dynamic) :: PMPI_Win_create_dynamic
  INTERFACE
    SUBROUTINE MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      IMPORT
      INTEGER :: errhandler, ierror
      EXTERNAL :: win_errhandler_fn
    END SUBROUTINE MPI_Win_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_create_errhandler) :: PMPI_Win_create_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, &
        extra_state, ierror)
      IMPORT
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      EXTERNAL :: win_copy_attr_fn, win_delete_attr_fn
    END SUBROUTINE MPI_Win_create_keyval
  END INTERFACE
  PROCEDURE(MPI_Win_create_keyval) :: PMPI_Win_create_keyval
  INTERFACE
    SUBROUTINE MPI_Win_delete_attr(win, win_keyval, ierror)
      IMPORT
      INTEGER :: win, win_keyval, ierror
    END SUBROUTINE MPI_Win_delete_attr
  END INTERFACE
  PROCEDURE(MPI_Win_delete_attr) :: PMPI_Win_delete_attr
  INTERFACE
    SUBROUTINE MPI_Win_detach(win, base, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      INTEGER :: win, ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_detach
  END INTERFACE
  PROCEDURE(MPI_Win_detach) :: PMPI_Win_detach
  INTERFACE
    SUBROUTINE MPI_Win_fence(assert, win, ierror)
      IMPORT
      INTEGER :: assert, win, ierror
    END SUBROUTINE MPI_Win_fence
  END INTERFACE
  PROCEDURE(MPI_Win_fence) :: PMPI_Win_fence
  INTERFACE
    SUBROUTINE MPI_Win_flush(rank, win, ierror)
      IMPORT
      INTEGER :: rank, win, ierror
    END SUBROUTINE MPI_Win_flush
  END INTERFACE
  PROCEDURE(MPI_Win_flush) :: PMPI_Win_flush
  INTERFACE
    SUBROUTINE MPI_Win_flush_all(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_flush_all
  END INTERFACE
  PROCEDURE(MPI_Win_flush_all) :: PMPI_Win_flush_all
  INTERFACE
    SUBROUTINE MPI_Win_flush_local(rank, win, ierror)
      IMPORT
      INTEGER :: rank, win, ierror
    END SUBROUTINE MPI_Win_flush_local
  END INTERFACE
  PROCEDURE(MPI_Win_flush_local) :: PMPI_Win_flush_local
  INTERFACE
    SUBROUTINE MPI_Win_flush_local_all(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_flush_local_all
  END INTERFACE
  PROCEDURE(MPI_Win_flush_local_all) :: PMPI_Win_flush_local_all
  INTERFACE
    SUBROUTINE MPI_Win_free(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_free
  END INTERFACE
  PROCEDURE(MPI_Win_free) :: PMPI_Win_free
  INTERFACE
    SUBROUTINE MPI_Win_free_keyval(win_keyval, ierror)
      IMPORT
      INTEGER :: win_keyval, ierror
    END SUBROUTINE MPI_Win_free_keyval
  END INTERFACE
  PROCEDURE(MPI_Win_free_keyval) :: PMPI_Win_free_keyval
  INTERFACE
    SUBROUTINE MPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      IMPORT
      INTEGER :: win, win_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val
      LOGICAL :: flag
    END SUBROUTINE MPI_Win_get_attr
  END INTERFACE
  PROCEDURE(MPI_Win_get_attr) :: PMPI_Win_get_attr
  INTERFACE
    SUBROUTINE MPI_Win_get_errhandler(win, errhandler, ierror)
      IMPORT
      INTEGER :: win, errhandler, ierror
    END SUBROUTINE MPI_Win_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_get_errhandler) :: PMPI_Win_get_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_get_group(win, group, ierror)
      IMPORT
      INTEGER :: win, group, ierror
    END SUBROUTINE MPI_Win_get_group
  END INTERFACE
  PROCEDURE(MPI_Win_get_group) :: PMPI_Win_get_group
  INTERFACE
    SUBROUTINE MPI_Win_get_info(win, info_used, ierror)
      IMPORT
      INTEGER :: win, info_used, ierror
    END SUBROUTINE MPI_Win_get_info
  END INTERFACE
  PROCEDURE(MPI_Win_get_info) :: PMPI_Win_get_info
  INTERFACE
    SUBROUTINE MPI_Win_get_name(win, win_name, resultlen, ierror)
      IMPORT
      INTEGER :: win, resultlen, ierror
      CHARACTER(LEN=*) :: win_name
    END SUBROUTINE MPI_Win_get_name
  END INTERFACE
  PROCEDURE(MPI_Win_get_name) :: PMPI_Win_get_name
  INTERFACE
    SUBROUTINE MPI_Win_lock(lock_type, rank, assert, win, ierror)
      IMPORT
      INTEGER :: lock_type, rank, assert, win, ierror
    END SUBROUTINE MPI_Win_lock
  END INTERFACE
  PROCEDURE(MPI_Win_lock) :: PMPI_Win_lock
  INTERFACE
    SUBROUTINE MPI_Win_lock_all(assert, win, ierror)
      IMPORT
      INTEGER :: assert, win, ierror
    END SUBROUTINE MPI_Win_lock_all
  END INTERFACE
  PROCEDURE(MPI_Win_lock_all) :: PMPI_Win_lock_all
  INTERFACE
    SUBROUTINE MPI_Win_post(group, assert, win, ierror)
      IMPORT
      INTEGER :: group, assert, win, ierror
    END SUBROUTINE MPI_Win_post
  END INTERFACE
  PROCEDURE(MPI_Win_post) :: PMPI_Win_post
  INTERFACE
    SUBROUTINE MPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      IMPORT
      INTEGER :: win, win_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val
    END SUBROUTINE MPI_Win_set_attr
  END INTERFACE
  PROCEDURE(MPI_Win_set_attr) :: PMPI_Win_set_attr
  INTERFACE
    SUBROUTINE MPI_Win_set_errhandler(win, errhandler, ierror)
      IMPORT
      INTEGER :: win, errhandler, ierror
    END SUBROUTINE MPI_Win_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_set_errhandler) :: PMPI_Win_set_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_set_info(win, info, ierror)
      IMPORT
      INTEGER :: win, info, ierror
    END SUBROUTINE MPI_Win_set_info
  END INTERFACE
  PROCEDURE(MPI_Win_set_info) :: PMPI_Win_set_info
  INTERFACE
    SUBROUTINE MPI_Win_set_name(win, win_name, ierror)
      IMPORT
      INTEGER :: win, ierror
      CHARACTER(LEN=*) :: win_name
    END SUBROUTINE MPI_Win_set_name
  END INTERFACE
  PROCEDURE(MPI_Win_set_name) :: PMPI_Win_set_name
  INTERFACE MPI_Win_shared_query
    SUBROUTINE MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      IMPORT
      INTEGER :: win, rank, disp_unit, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size, baseptr
    END SUBROUTINE MPI_Win_shared_query
    SUBROUTINE MPI_Win_shared_query_cptr(win, rank, size, disp_unit, baseptr, ierror)
      IMPORT
      INTEGER :: win, rank, disp_unit, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: size
      TYPE(C_PTR) :: baseptr
    END SUBROUTINE MPI_Win_shared_query_cptr
  END INTERFACE
  PROCEDURE(MPI_Win_shared_query) :: PMPI_Win_shared_query
  PROCEDURE(MPI_Win_shared_query_cptr) :: PMPI_Win_shared_query_cptr
  INTERFACE PMPI_Win_shared_query
    PROCEDURE PMPI_Win_shared_query, PMPI_Win_shared_query_cptr
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Win_start(group, assert, win, ierror)
      IMPORT
      INTEGER :: group, assert, win, ierror
    END SUBROUTINE MPI_Win_start
  END INTERFACE
  PROCEDURE(MPI_Win_start) :: PMPI_Win_start
  INTERFACE
    SUBROUTINE MPI_Win_sync(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_sync
  END INTERFACE
  PROCEDURE(MPI_Win_sync) :: PMPI_Win_sync
  INTERFACE
    SUBROUTINE MPI_Win_test(win, flag, ierror)
      IMPORT
      INTEGER :: win, ierror
      LOGICAL :: flag
    END SUBROUTINE MPI_Win_test
  END INTERFACE
  PROCEDURE(MPI_Win_test) :: PMPI_Win_test
  INTERFACE
    SUBROUTINE MPI_Win_unlock(rank, win, ierror)
      IMPORT
      INTEGER :: rank, win, ierror
    END SUBROUTINE MPI_Win_unlock
  END INTERFACE
  PROCEDURE(MPI_Win_unlock) :: PMPI_Win_unlock
  INTERFACE
    SUBROUTINE MPI_Win_unlock_all(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_unlock_all
  END INTERFACE
  PROCEDURE(MPI_Win_unlock_all) :: PMPI_Win_unlock_all
  INTERFACE
    SUBROUTINE MPI_Win_wait(win, ierror)
      IMPORT
      INTEGER :: win, ierror
    END SUBROUTINE MPI_Win_wait
  END INTERFACE
  PROCEDURE(MPI_Win_wait) :: PMPI_Win_wait
  INTERFACE
    DOUBLE PRECISION FUNCTION MPI_Wtick()
      IMPORT
    END FUNCTION MPI_Wtick
  END INTERFACE
  PROCEDURE(MPI_Wtick) :: PMPI_Wtick
  INTERFACE
    DOUBLE PRECISION FUNCTION MPI_Wtime()
      IMPORT
    END FUNCTION MPI_Wtime
  END INTERFACE
  PROCEDURE(MPI_Wtime) :: PMPI_Wtime
  INTERFACE
    SUBROUTINE MPI_Sizeof(x, size, ierror) BIND(C, NAME='mpi_fortran_sizeof')
      TYPE(*), DIMENSION(..) :: x
      INTEGER, INTENT(OUT) :: size
      INTEGER, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Sizeof
    SUBROUTINE PMPI_Sizeof(x, size, ierror) BIND(C, NAME='mpi_fortran_sizeof')
      TYPE(*), DIMENSION(..) :: x
      INTEGER, INTENT(OUT) :: size
      INTEGER, INTENT(OUT) :: ierror
    END SUBROUTINE PMPI_Sizeof
  END INTERFACE
END MODULE mpi
