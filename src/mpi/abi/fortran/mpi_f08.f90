! The module mpi_f08.
! Made by tools/make_mpi_abi.py of constants.toml and the standard's list; edit those.
MODULE mpi_f08
  USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR
  IMPLICIT NONE
  PRIVATE :: C_PTR
  TYPE, BIND(C) :: MPI_Comm
    INTEGER :: MPI_VAL
  END TYPE MPI_Comm
  TYPE, BIND(C) :: MPI_Datatype
    INTEGER :: MPI_VAL
  END TYPE MPI_Datatype
  TYPE, BIND(C) :: MPI_Errhandler
    INTEGER :: MPI_VAL
  END TYPE MPI_Errhandler
  TYPE, BIND(C) :: MPI_File
    INTEGER :: MPI_VAL
  END TYPE MPI_File
  TYPE, BIND(C) :: MPI_Group
    INTEGER :: MPI_VAL
  END TYPE MPI_Group
  TYPE, BIND(C) :: MPI_Info
    INTEGER :: MPI_VAL
  END TYPE MPI_Info
  TYPE, BIND(C) :: MPI_Message
    INTEGER :: MPI_VAL
  END TYPE MPI_Message
  TYPE, BIND(C) :: MPI_Op
    INTEGER :: MPI_VAL
  END TYPE MPI_Op
  TYPE, BIND(C) :: MPI_Request
    INTEGER :: MPI_VAL
  END TYPE MPI_Request
  TYPE, BIND(C) :: MPI_Session
    INTEGER :: MPI_VAL
  END TYPE MPI_Session
  TYPE, BIND(C) :: MPI_Win
    INTEGER :: MPI_VAL
  END TYPE MPI_Win
  TYPE, BIND(C) :: MPI_Status
    INTEGER :: MPI_SOURCE
    INTEGER :: MPI_TAG
    INTEGER :: MPI_ERROR
    INTEGER :: MPI_internal(5)
  END TYPE MPI_Status
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
      TYPE(MPI_Op), PARAMETER :: MPI_OP_NULL = MPI_Op(32)
      TYPE(MPI_Op), PARAMETER :: MPI_SUM = MPI_Op(33)
      TYPE(MPI_Op), PARAMETER :: MPI_MIN = MPI_Op(34)
      TYPE(MPI_Op), PARAMETER :: MPI_MAX = MPI_Op(35)
      TYPE(MPI_Op), PARAMETER :: MPI_PROD = MPI_Op(36)
      TYPE(MPI_Op), PARAMETER :: MPI_BAND = MPI_Op(40)
      TYPE(MPI_Op), PARAMETER :: MPI_BOR = MPI_Op(41)
      TYPE(MPI_Op), PARAMETER :: MPI_BXOR = MPI_Op(42)
      TYPE(MPI_Op), PARAMETER :: MPI_LAND = MPI_Op(48)
      TYPE(MPI_Op), PARAMETER :: MPI_LOR = MPI_Op(49)
      TYPE(MPI_Op), PARAMETER :: MPI_LXOR = MPI_Op(50)
      TYPE(MPI_Op), PARAMETER :: MPI_MINLOC = MPI_Op(56)
      TYPE(MPI_Op), PARAMETER :: MPI_MAXLOC = MPI_Op(57)
      TYPE(MPI_Op), PARAMETER :: MPI_REPLACE = MPI_Op(60)
      TYPE(MPI_Op), PARAMETER :: MPI_NO_OP = MPI_Op(61)
      TYPE(MPI_Comm), PARAMETER :: MPI_COMM_NULL = MPI_Comm(256)
      TYPE(MPI_Comm), PARAMETER :: MPI_COMM_WORLD = MPI_Comm(257)
      TYPE(MPI_Comm), PARAMETER :: MPI_COMM_SELF = MPI_Comm(258)
      TYPE(MPI_Group), PARAMETER :: MPI_GROUP_NULL = MPI_Group(264)
      TYPE(MPI_Group), PARAMETER :: MPI_GROUP_EMPTY = MPI_Group(265)
      TYPE(MPI_Win), PARAMETER :: MPI_WIN_NULL = MPI_Win(272)
      TYPE(MPI_File), PARAMETER :: MPI_FILE_NULL = MPI_File(280)
      TYPE(MPI_Session), PARAMETER :: MPI_SESSION_NULL = MPI_Session(288)
      TYPE(MPI_Message), PARAMETER :: MPI_MESSAGE_NULL = MPI_Message(296)
      TYPE(MPI_Message), PARAMETER :: MPI_MESSAGE_NO_PROC = MPI_Message(297)
      TYPE(MPI_Info), PARAMETER :: MPI_INFO_NULL = MPI_Info(304)
      TYPE(MPI_Info), PARAMETER :: MPI_INFO_ENV = MPI_Info(305)
      TYPE(MPI_Errhandler), PARAMETER :: MPI_ERRHANDLER_NULL = MPI_Errhandler(320)
      TYPE(MPI_Errhandler), PARAMETER :: MPI_ERRORS_ARE_FATAL = MPI_Errhandler(321)
      TYPE(MPI_Errhandler), PARAMETER :: MPI_ERRORS_ABORT = MPI_Errhandler(322)
      TYPE(MPI_Errhandler), PARAMETER :: MPI_ERRORS_RETURN = MPI_Errhandler(323)
      TYPE(MPI_Request), PARAMETER :: MPI_REQUEST_NULL = MPI_Request(384)
      TYPE(MPI_Datatype), PARAMETER :: MPI_DATATYPE_NULL = MPI_Datatype(512)
      TYPE(MPI_Datatype), PARAMETER :: MPI_AINT = MPI_Datatype(513)
      TYPE(MPI_Datatype), PARAMETER :: MPI_COUNT = MPI_Datatype(514)
      TYPE(MPI_Datatype), PARAMETER :: MPI_OFFSET = MPI_Datatype(515)
      TYPE(MPI_Datatype), PARAMETER :: MPI_PACKED = MPI_Datatype(519)
      TYPE(MPI_Datatype), PARAMETER :: MPI_SHORT = MPI_Datatype(520)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INT = MPI_Datatype(521)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LONG = MPI_Datatype(522)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LONG_LONG = MPI_Datatype(523)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UNSIGNED_SHORT = MPI_Datatype(524)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UNSIGNED = MPI_Datatype(525)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UNSIGNED_LONG = MPI_Datatype(526)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UNSIGNED_LONG_LONG = MPI_Datatype(527)
      TYPE(MPI_Datatype), PARAMETER :: MPI_FLOAT = MPI_Datatype(528)
      TYPE(MPI_Datatype), PARAMETER :: MPI_C_FLOAT_COMPLEX = MPI_Datatype(530)
      TYPE(MPI_Datatype), PARAMETER :: MPI_CXX_FLOAT_COMPLEX = MPI_Datatype(531)
      TYPE(MPI_Datatype), PARAMETER :: MPI_DOUBLE = MPI_Datatype(532)
      TYPE(MPI_Datatype), PARAMETER :: MPI_C_DOUBLE_COMPLEX = MPI_Datatype(534)
      TYPE(MPI_Datatype), PARAMETER :: MPI_CXX_DOUBLE_COMPLEX = MPI_Datatype(535)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LOGICAL = MPI_Datatype(536)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER = MPI_Datatype(537)
      TYPE(MPI_Datatype), PARAMETER :: MPI_REAL = MPI_Datatype(538)
      TYPE(MPI_Datatype), PARAMETER :: MPI_COMPLEX = MPI_Datatype(539)
      TYPE(MPI_Datatype), PARAMETER :: MPI_DOUBLE_PRECISION = MPI_Datatype(540)
      TYPE(MPI_Datatype), PARAMETER :: MPI_DOUBLE_COMPLEX = MPI_Datatype(541)
      TYPE(MPI_Datatype), PARAMETER :: MPI_CHARACTER = MPI_Datatype(542)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LONG_DOUBLE = MPI_Datatype(544)
      TYPE(MPI_Datatype), PARAMETER :: MPI_C_LONG_DOUBLE_COMPLEX = MPI_Datatype(548)
      TYPE(MPI_Datatype), PARAMETER :: MPI_CXX_LONG_DOUBLE_COMPLEX = MPI_Datatype(549)
      TYPE(MPI_Datatype), PARAMETER :: MPI_FLOAT_INT = MPI_Datatype(552)
      TYPE(MPI_Datatype), PARAMETER :: MPI_DOUBLE_INT = MPI_Datatype(553)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LONG_INT = MPI_Datatype(554)
      TYPE(MPI_Datatype), PARAMETER :: MPI_2INT = MPI_Datatype(555)
      TYPE(MPI_Datatype), PARAMETER :: MPI_SHORT_INT = MPI_Datatype(556)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LONG_DOUBLE_INT = MPI_Datatype(557)
      TYPE(MPI_Datatype), PARAMETER :: MPI_2REAL = MPI_Datatype(560)
      TYPE(MPI_Datatype), PARAMETER :: MPI_2DOUBLE_PRECISION = MPI_Datatype(561)
      TYPE(MPI_Datatype), PARAMETER :: MPI_2INTEGER = MPI_Datatype(562)
      TYPE(MPI_Datatype), PARAMETER :: MPI_C_BOOL = MPI_Datatype(568)
      TYPE(MPI_Datatype), PARAMETER :: MPI_CXX_BOOL = MPI_Datatype(569)
      TYPE(MPI_Datatype), PARAMETER :: MPI_WCHAR = MPI_Datatype(572)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INT8_T = MPI_Datatype(576)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UINT8_T = MPI_Datatype(577)
      TYPE(MPI_Datatype), PARAMETER :: MPI_CHAR = MPI_Datatype(579)
      TYPE(MPI_Datatype), PARAMETER :: MPI_SIGNED_CHAR = MPI_Datatype(580)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UNSIGNED_CHAR = MPI_Datatype(581)
      TYPE(MPI_Datatype), PARAMETER :: MPI_BYTE = MPI_Datatype(583)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INT16_T = MPI_Datatype(584)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UINT16_T = MPI_Datatype(585)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INT32_T = MPI_Datatype(592)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UINT32_T = MPI_Datatype(593)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INT64_T = MPI_Datatype(600)
      TYPE(MPI_Datatype), PARAMETER :: MPI_UINT64_T = MPI_Datatype(601)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LOGICAL1 = MPI_Datatype(704)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER1 = MPI_Datatype(705)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LOGICAL2 = MPI_Datatype(712)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER2 = MPI_Datatype(713)
      TYPE(MPI_Datatype), PARAMETER :: MPI_REAL2 = MPI_Datatype(714)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LOGICAL4 = MPI_Datatype(720)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER4 = MPI_Datatype(721)
      TYPE(MPI_Datatype), PARAMETER :: MPI_REAL4 = MPI_Datatype(722)
      TYPE(MPI_Datatype), PARAMETER :: MPI_COMPLEX4 = MPI_Datatype(723)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LOGICAL8 = MPI_Datatype(728)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER8 = MPI_Datatype(729)
      TYPE(MPI_Datatype), PARAMETER :: MPI_REAL8 = MPI_Datatype(730)
      TYPE(MPI_Datatype), PARAMETER :: MPI_COMPLEX8 = MPI_Datatype(731)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LOGICAL16 = MPI_Datatype(736)
      TYPE(MPI_Datatype), PARAMETER :: MPI_INTEGER16 = MPI_Datatype(737)
      TYPE(MPI_Datatype), PARAMETER :: MPI_REAL16 = MPI_Datatype(738)
      TYPE(MPI_Datatype), PARAMETER :: MPI_COMPLEX16 = MPI_Datatype(739)
      TYPE(MPI_Datatype), PARAMETER :: MPI_COMPLEX32 = MPI_Datatype(747)
      TYPE(MPI_Datatype), PARAMETER :: MPI_LONG_LONG_INT = MPI_Datatype(523)
      TYPE(MPI_Datatype), PARAMETER :: MPI_C_COMPLEX = MPI_Datatype(530)
      INTEGER MPI_BOTTOM
      COMMON /mpi_fortran_bottom/ MPI_BOTTOM
      INTEGER MPI_IN_PLACE
      COMMON /mpi_fortran_in_place/ MPI_IN_PLACE
      INTEGER MPI_BUFFER_AUTOMATIC
      COMMON /mpi_fortran_buffer_automatic/ MPI_BUFFER_AUTOMATIC
      TYPE(MPI_Status) :: MPI_STATUS_IGNORE
      COMMON /mpi_fortran_status_ignore/ MPI_STATUS_IGNORE
      TYPE(MPI_Status) :: MPI_STATUSES_IGNORE(1)
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
  ABSTRACT INTERFACE
    SUBROUTINE MPI_Comm_copy_attr_function(oldcomm, comm_keyval, extra_state, attribute_val_in, &
        attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Comm) :: oldcomm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_Comm_copy_attr_function
    SUBROUTINE MPI_Comm_delete_attr_function(comm, comm_keyval, attribute_val, extra_state, ierror)
      IMPORT
      TYPE(MPI_Comm) :: comm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    END SUBROUTINE MPI_Comm_delete_attr_function
    SUBROUTINE MPI_Comm_errhandler_function(comm, error_code)
      IMPORT
      TYPE(MPI_Comm) :: comm
      INTEGER :: error_code
    END SUBROUTINE MPI_Comm_errhandler_function
    SUBROUTINE MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: count, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: position
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
    END SUBROUTINE MPI_Datarep_conversion_function
    SUBROUTINE MPI_Datarep_conversion_function_c(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND) :: count
      INTEGER(KIND=MPI_OFFSET_KIND) :: position
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Datarep_conversion_function_c
    SUBROUTINE MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extent, extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Datarep_extent_function
    SUBROUTINE MPI_File_errhandler_function(file, error_code)
      IMPORT
      TYPE(MPI_File) :: file
      INTEGER :: error_code
    END SUBROUTINE MPI_File_errhandler_function
    SUBROUTINE MPI_Grequest_cancel_function(extra_state, complete, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      LOGICAL :: complete
      INTEGER :: ierror
    END SUBROUTINE MPI_Grequest_cancel_function
    SUBROUTINE MPI_Grequest_free_function(extra_state, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Grequest_free_function
    SUBROUTINE MPI_Grequest_query_function(extra_state, status, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      TYPE(MPI_Status) :: status
      INTEGER :: ierror
    END SUBROUTINE MPI_Grequest_query_function
    SUBROUTINE MPI_Session_errhandler_function(session, error_code)
      IMPORT
      TYPE(MPI_Session) :: session
      INTEGER :: error_code
    END SUBROUTINE MPI_Session_errhandler_function
    SUBROUTINE MPI_Type_copy_attr_function(oldtype, type_keyval, extra_state, attribute_val_in, &
        attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: oldtype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_Type_copy_attr_function
    SUBROUTINE MPI_Type_delete_attr_function(datatype, type_keyval, attribute_val, extra_state, &
        ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    END SUBROUTINE MPI_Type_delete_attr_function
    SUBROUTINE MPI_User_function(invec, inoutvec, len, datatype)
      IMPORT
      TYPE(C_PTR), VALUE :: invec, inoutvec
      INTEGER :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE MPI_User_function
    SUBROUTINE MPI_User_function_c(invec, inoutvec, len, datatype)
      IMPORT
      TYPE(C_PTR), VALUE :: invec, inoutvec
      INTEGER(KIND=MPI_COUNT_KIND) :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE MPI_User_function_c
    SUBROUTINE MPI_Win_copy_attr_function(oldwin, win_keyval, extra_state, attribute_val_in, &
        attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Win) :: oldwin
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_Win_copy_attr_function
    SUBROUTINE MPI_Win_delete_attr_function(win, win_keyval, attribute_val, extra_state, ierror)
      IMPORT
      TYPE(MPI_Win) :: win
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    END SUBROUTINE MPI_Win_delete_attr_function
    SUBROUTINE MPI_Win_errhandler_function(win, error_code)
      IMPORT
      TYPE(MPI_Win) :: win
      INTEGER :: error_code
    END SUBROUTINE MPI_Win_errhandler_function
  END INTERFACE
  PROCEDURE(MPI_Comm_copy_attr_function) :: MPI_COMM_NULL_COPY_FN
  PROCEDURE(MPI_Comm_copy_attr_function) :: MPI_COMM_DUP_FN
  PROCEDURE(MPI_Comm_delete_attr_function) :: MPI_COMM_NULL_DELETE_FN
  PROCEDURE(MPI_Type_copy_attr_function) :: MPI_TYPE_NULL_COPY_FN
  PROCEDURE(MPI_Type_copy_attr_function) :: MPI_TYPE_DUP_FN
  PROCEDURE(MPI_Type_delete_attr_function) :: MPI_TYPE_NULL_DELETE_FN
  PROCEDURE(MPI_Win_copy_attr_function) :: MPI_WIN_NULL_COPY_FN
  PROCEDURE(MPI_Win_copy_attr_function) :: MPI_WIN_DUP_FN
  PROCEDURE(MPI_Win_delete_attr_function) :: MPI_WIN_NULL_DELETE_FN
  INTERFACE OPERATOR (==)
    PURE FUNCTION mpi_fortran_equal_comm(a, b)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_comm
    END FUNCTION mpi_fortran_equal_comm
    PURE FUNCTION mpi_fortran_equal_datatype(a, b)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_datatype
    END FUNCTION mpi_fortran_equal_datatype
    PURE FUNCTION mpi_fortran_equal_errhandler(a, b)
      IMPORT
      TYPE(MPI_Errhandler), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_errhandler
    END FUNCTION mpi_fortran_equal_errhandler
    PURE FUNCTION mpi_fortran_equal_file(a, b)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_file
    END FUNCTION mpi_fortran_equal_file
    PURE FUNCTION mpi_fortran_equal_group(a, b)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_group
    END FUNCTION mpi_fortran_equal_group
    PURE FUNCTION mpi_fortran_equal_info(a, b)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_info
    END FUNCTION mpi_fortran_equal_info
    PURE FUNCTION mpi_fortran_equal_message(a, b)
      IMPORT
      TYPE(MPI_Message), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_message
    END FUNCTION mpi_fortran_equal_message
    PURE FUNCTION mpi_fortran_equal_op(a, b)
      IMPORT
      TYPE(MPI_Op), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_op
    END FUNCTION mpi_fortran_equal_op
    PURE FUNCTION mpi_fortran_equal_request(a, b)
      IMPORT
      TYPE(MPI_Request), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_request
    END FUNCTION mpi_fortran_equal_request
    PURE FUNCTION mpi_fortran_equal_session(a, b)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_session
    END FUNCTION mpi_fortran_equal_session
    PURE FUNCTION mpi_fortran_equal_win(a, b)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_equal_win
    END FUNCTION mpi_fortran_equal_win
  END INTERFACE
  INTERFACE OPERATOR (/=)
    PURE FUNCTION mpi_fortran_unequal_comm(a, b)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_comm
    END FUNCTION mpi_fortran_unequal_comm
    PURE FUNCTION mpi_fortran_unequal_datatype(a, b)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_datatype
    END FUNCTION mpi_fortran_unequal_datatype
    PURE FUNCTION mpi_fortran_unequal_errhandler(a, b)
      IMPORT
      TYPE(MPI_Errhandler), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_errhandler
    END FUNCTION mpi_fortran_unequal_errhandler
    PURE FUNCTION mpi_fortran_unequal_file(a, b)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_file
    END FUNCTION mpi_fortran_unequal_file
    PURE FUNCTION mpi_fortran_unequal_group(a, b)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_group
    END FUNCTION mpi_fortran_unequal_group
    PURE FUNCTION mpi_fortran_unequal_info(a, b)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_info
    END FUNCTION mpi_fortran_unequal_info
    PURE FUNCTION mpi_fortran_unequal_message(a, b)
      IMPORT
      TYPE(MPI_Message), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_message
    END FUNCTION mpi_fortran_unequal_message
    PURE FUNCTION mpi_fortran_unequal_op(a, b)
      IMPORT
      TYPE(MPI_Op), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_op
    END FUNCTION mpi_fortran_unequal_op
    PURE FUNCTION mpi_fortran_unequal_request(a, b)
      IMPORT
      TYPE(MPI_Request), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_request
    END FUNCTION mpi_fortran_unequal_request
    PURE FUNCTION mpi_fortran_unequal_session(a, b)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_session
    END FUNCTION mpi_fortran_unequal_session
    PURE FUNCTION mpi_fortran_unequal_win(a, b)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: a, b
      LOGICAL :: mpi_fortran_unequal_win
    END FUNCTION mpi_fortran_unequal_win
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set, &
        ierror)
      IMPORT
      INTEGER, INTENT(IN) :: logical_size
      LOGICAL, INTENT(OUT) :: logical_true, logical_false, is_set
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abi_get_fortran_booleans
  END INTERFACE
  PROCEDURE(MPI_Abi_get_fortran_booleans) :: PMPI_Abi_get_fortran_booleans
  INTERFACE
    SUBROUTINE MPI_Abi_get_fortran_info(info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(OUT) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abi_get_fortran_info
  END INTERFACE
  PROCEDURE(MPI_Abi_get_fortran_info) :: PMPI_Abi_get_fortran_info
  INTERFACE
    SUBROUTINE MPI_Abi_get_info(info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(OUT) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abi_get_info
  END INTERFACE
  PROCEDURE(MPI_Abi_get_info) :: PMPI_Abi_get_info
  INTERFACE
    SUBROUTINE MPI_Abi_get_version(abi_major, abi_minor, ierror)
      IMPORT
      INTEGER, INTENT(OUT) :: abi_major, abi_minor
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abi_get_version
  END INTERFACE
  PROCEDURE(MPI_Abi_get_version) :: PMPI_Abi_get_version
  INTERFACE
    SUBROUTINE MPI_Abi_set_fortran_booleans(logical_size, logical_true, logical_false, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: logical_size
      LOGICAL, INTENT(IN) :: logical_true, logical_false
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abi_set_fortran_booleans
  END INTERFACE
  PROCEDURE(MPI_Abi_set_fortran_booleans) :: PMPI_Abi_set_fortran_booleans
  INTERFACE
    SUBROUTINE MPI_Abi_set_fortran_info(info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abi_set_fortran_info
  END INTERFACE
  PROCEDURE(MPI_Abi_set_fortran_info) :: PMPI_Abi_set_fortran_info
  INTERFACE
    SUBROUTINE MPI_Abort(comm, errorcode, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Abort
  END INTERFACE
  PROCEDURE(MPI_Abort) :: PMPI_Abort
  INTERFACE MPI_Accumulate
    SUBROUTINE MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER, INTENT(IN) :: origin_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Accumulate
    SUBROUTINE MPI_Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Accumulate_c
  END INTERFACE
  PROCEDURE(MPI_Accumulate) :: PMPI_Accumulate
  PROCEDURE(MPI_Accumulate_c) :: PMPI_Accumulate_c
  INTERFACE PMPI_Accumulate
    PROCEDURE PMPI_Accumulate, PMPI_Accumulate_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Add_error_class(errorclass, ierror)
      IMPORT
      INTEGER, INTENT(OUT) :: errorclass
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Add_error_class
  END INTERFACE
  PROCEDURE(MPI_Add_error_class) :: PMPI_Add_error_class
  INTERFACE
    SUBROUTINE MPI_Add_error_code(errorclass, errorcode, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorclass
      INTEGER, INTENT(OUT) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Add_error_code
  END INTERFACE
  PROCEDURE(MPI_Add_error_code) :: PMPI_Add_error_code
  INTERFACE
    SUBROUTINE MPI_Add_error_string(errorcode, string, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: string
    END SUBROUTINE MPI_Add_error_string
  END INTERFACE
  PROCEDURE(MPI_Add_error_string) :: PMPI_Add_error_string
  INTERFACE
    INTEGER(KIND=MPI_ADDRESS_KIND) FUNCTION MPI_Aint_add(base, disp)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: base, disp
    END FUNCTION MPI_Aint_add
  END INTERFACE
  PROCEDURE(MPI_Aint_add) :: PMPI_Aint_add
  INTERFACE
    INTEGER(KIND=MPI_ADDRESS_KIND) FUNCTION MPI_Aint_diff(addr1, addr2)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: addr1, addr2
    END FUNCTION MPI_Aint_diff
  END INTERFACE
  PROCEDURE(MPI_Aint_diff) :: PMPI_Aint_diff
  INTERFACE MPI_Allgather
    SUBROUTINE MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allgather
    SUBROUTINE MPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allgather_c
  END INTERFACE
  PROCEDURE(MPI_Allgather) :: PMPI_Allgather
  PROCEDURE(MPI_Allgather_c) :: PMPI_Allgather_c
  INTERFACE PMPI_Allgather
    PROCEDURE PMPI_Allgather, PMPI_Allgather_c
  END INTERFACE
  INTERFACE MPI_Allgather_init
    SUBROUTINE MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allgather_init
    SUBROUTINE MPI_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allgather_init_c
  END INTERFACE
  PROCEDURE(MPI_Allgather_init) :: PMPI_Allgather_init
  PROCEDURE(MPI_Allgather_init_c) :: PMPI_Allgather_init_c
  INTERFACE PMPI_Allgather_init
    PROCEDURE PMPI_Allgather_init, PMPI_Allgather_init_c
  END INTERFACE
  INTERFACE MPI_Allgatherv
    SUBROUTINE MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Allgatherv
    SUBROUTINE MPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Allgatherv_c
  END INTERFACE
  PROCEDURE(MPI_Allgatherv) :: PMPI_Allgatherv
  PROCEDURE(MPI_Allgatherv_c) :: PMPI_Allgatherv_c
  INTERFACE PMPI_Allgatherv
    PROCEDURE PMPI_Allgatherv, PMPI_Allgatherv_c
  END INTERFACE
  INTERFACE MPI_Allgatherv_init
    SUBROUTINE MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Allgatherv_init
    SUBROUTINE MPI_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Allgatherv_init_c
  END INTERFACE
  PROCEDURE(MPI_Allgatherv_init) :: PMPI_Allgatherv_init
  PROCEDURE(MPI_Allgatherv_init_c) :: PMPI_Allgatherv_init_c
  INTERFACE PMPI_Allgatherv_init
    PROCEDURE PMPI_Allgatherv_init, PMPI_Allgatherv_init_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Alloc_mem(size, info, baseptr, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Alloc_mem
  END INTERFACE
  PROCEDURE(MPI_Alloc_mem) :: PMPI_Alloc_mem
  INTERFACE MPI_Allreduce
    SUBROUTINE MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allreduce
    SUBROUTINE MPI_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allreduce_c
  END INTERFACE
  PROCEDURE(MPI_Allreduce) :: PMPI_Allreduce
  PROCEDURE(MPI_Allreduce_c) :: PMPI_Allreduce_c
  INTERFACE PMPI_Allreduce
    PROCEDURE PMPI_Allreduce, PMPI_Allreduce_c
  END INTERFACE
  INTERFACE MPI_Allreduce_init
    SUBROUTINE MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allreduce_init
    SUBROUTINE MPI_Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Allreduce_init_c
  END INTERFACE
  PROCEDURE(MPI_Allreduce_init) :: PMPI_Allreduce_init
  PROCEDURE(MPI_Allreduce_init_c) :: PMPI_Allreduce_init_c
  INTERFACE PMPI_Allreduce_init
    PROCEDURE PMPI_Allreduce_init, PMPI_Allreduce_init_c
  END INTERFACE
  INTERFACE MPI_Alltoall
    SUBROUTINE MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoall
    SUBROUTINE MPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoall_c
  END INTERFACE
  PROCEDURE(MPI_Alltoall) :: PMPI_Alltoall
  PROCEDURE(MPI_Alltoall_c) :: PMPI_Alltoall_c
  INTERFACE PMPI_Alltoall
    PROCEDURE PMPI_Alltoall, PMPI_Alltoall_c
  END INTERFACE
  INTERFACE MPI_Alltoall_init
    SUBROUTINE MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoall_init
    SUBROUTINE MPI_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoall_init_c
  END INTERFACE
  PROCEDURE(MPI_Alltoall_init) :: PMPI_Alltoall_init
  PROCEDURE(MPI_Alltoall_init_c) :: PMPI_Alltoall_init_c
  INTERFACE PMPI_Alltoall_init
    PROCEDURE PMPI_Alltoall_init, PMPI_Alltoall_init_c
  END INTERFACE
  INTERFACE MPI_Alltoallv
    SUBROUTINE MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallv
    SUBROUTINE MPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallv_c
  END INTERFACE
  PROCEDURE(MPI_Alltoallv) :: PMPI_Alltoallv
  PROCEDURE(MPI_Alltoallv_c) :: PMPI_Alltoallv_c
  INTERFACE PMPI_Alltoallv
    PROCEDURE PMPI_Alltoallv, PMPI_Alltoallv_c
  END INTERFACE
  INTERFACE MPI_Alltoallv_init
    SUBROUTINE MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallv_init
    SUBROUTINE MPI_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallv_init_c
  END INTERFACE
  PROCEDURE(MPI_Alltoallv_init) :: PMPI_Alltoallv_init
  PROCEDURE(MPI_Alltoallv_init_c) :: PMPI_Alltoallv_init_c
  INTERFACE PMPI_Alltoallv_init
    PROCEDURE PMPI_Alltoallv_init, PMPI_Alltoallv_init_c
  END INTERFACE
  INTERFACE MPI_Alltoallw
    SUBROUTINE MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallw
    SUBROUTINE MPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallw_c
  END INTERFACE
  PROCEDURE(MPI_Alltoallw) :: PMPI_Alltoallw
  PROCEDURE(MPI_Alltoallw_c) :: PMPI_Alltoallw_c
  INTERFACE PMPI_Alltoallw
    PROCEDURE PMPI_Alltoallw, PMPI_Alltoallw_c
  END INTERFACE
  INTERFACE MPI_Alltoallw_init
    SUBROUTINE MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallw_init
    SUBROUTINE MPI_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Alltoallw_init_c
  END INTERFACE
  PROCEDURE(MPI_Alltoallw_init) :: PMPI_Alltoallw_init
  PROCEDURE(MPI_Alltoallw_init_c) :: PMPI_Alltoallw_init_c
  INTERFACE PMPI_Alltoallw_init
    PROCEDURE PMPI_Alltoallw_init, PMPI_Alltoallw_init_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Barrier(comm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Barrier
  END INTERFACE
  PROCEDURE(MPI_Barrier) :: PMPI_Barrier
  INTERFACE
    SUBROUTINE MPI_Barrier_init(comm, info, request, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Barrier_init
  END INTERFACE
  PROCEDURE(MPI_Barrier_init) :: PMPI_Barrier_init
  INTERFACE MPI_Bcast
    SUBROUTINE MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Bcast
    SUBROUTINE MPI_Bcast_c(buffer, count, datatype, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Bcast_c
  END INTERFACE
  PROCEDURE(MPI_Bcast) :: PMPI_Bcast
  PROCEDURE(MPI_Bcast_c) :: PMPI_Bcast_c
  INTERFACE PMPI_Bcast
    PROCEDURE PMPI_Bcast, PMPI_Bcast_c
  END INTERFACE
  INTERFACE MPI_Bcast_init
    SUBROUTINE MPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Bcast_init
    SUBROUTINE MPI_Bcast_init_c(buffer, count, datatype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Bcast_init_c
  END INTERFACE
  PROCEDURE(MPI_Bcast_init) :: PMPI_Bcast_init
  PROCEDURE(MPI_Bcast_init_c) :: PMPI_Bcast_init_c
  INTERFACE PMPI_Bcast_init
    PROCEDURE PMPI_Bcast_init, PMPI_Bcast_init_c
  END INTERFACE
  INTERFACE MPI_Bsend
    SUBROUTINE MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Bsend
    SUBROUTINE MPI_Bsend_c(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Bsend_c
  END INTERFACE
  PROCEDURE(MPI_Bsend) :: PMPI_Bsend
  PROCEDURE(MPI_Bsend_c) :: PMPI_Bsend_c
  INTERFACE PMPI_Bsend
    PROCEDURE PMPI_Bsend, PMPI_Bsend_c
  END INTERFACE
  INTERFACE MPI_Bsend_init
    SUBROUTINE MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Bsend_init
    SUBROUTINE MPI_Bsend_init_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Bsend_init_c
  END INTERFACE
  PROCEDURE(MPI_Bsend_init) :: PMPI_Bsend_init
  PROCEDURE(MPI_Bsend_init_c) :: PMPI_Bsend_init_c
  INTERFACE PMPI_Bsend_init
    PROCEDURE PMPI_Bsend_init, PMPI_Bsend_init_c
  END INTERFACE
  INTERFACE MPI_Buffer_attach
    SUBROUTINE MPI_Buffer_attach(buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER, INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Buffer_attach
    SUBROUTINE MPI_Buffer_attach_c(buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Buffer_attach_c
  END INTERFACE
  PROCEDURE(MPI_Buffer_attach) :: PMPI_Buffer_attach
  PROCEDURE(MPI_Buffer_attach_c) :: PMPI_Buffer_attach_c
  INTERFACE PMPI_Buffer_attach
    PROCEDURE PMPI_Buffer_attach, PMPI_Buffer_attach_c
  END INTERFACE
  INTERFACE MPI_Buffer_detach
    SUBROUTINE MPI_Buffer_detach_cptr(buffer_addr, size, ierror)
      IMPORT
      TYPE(C_PTR), INTENT(OUT) :: buffer_addr
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Buffer_detach_cptr
    SUBROUTINE MPI_Buffer_detach_cptr_c(buffer_addr, size, ierror)
      IMPORT
      TYPE(C_PTR), INTENT(OUT) :: buffer_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Buffer_detach_cptr_c
  END INTERFACE
  PROCEDURE(MPI_Buffer_detach_cptr) :: PMPI_Buffer_detach_cptr
  PROCEDURE(MPI_Buffer_detach_cptr_c) :: PMPI_Buffer_detach_cptr_c
  INTERFACE PMPI_Buffer_detach
    PROCEDURE PMPI_Buffer_detach_cptr, PMPI_Buffer_detach_cptr_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Buffer_flush(ierror)
      IMPORT
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Buffer_flush
  END INTERFACE
  PROCEDURE(MPI_Buffer_flush) :: PMPI_Buffer_flush
  INTERFACE
    SUBROUTINE MPI_Buffer_iflush(request, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Buffer_iflush
  END INTERFACE
  PROCEDURE(MPI_Buffer_iflush) :: PMPI_Buffer_iflush
  INTERFACE
    SUBROUTINE MPI_Cancel(request, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(IN) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Cancel
  END INTERFACE
  PROCEDURE(MPI_Cancel) :: PMPI_Cancel
  INTERFACE
    SUBROUTINE MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: rank, maxdims
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: coords(maxdims)
    END SUBROUTINE MPI_Cart_coords
  END INTERFACE
  PROCEDURE(MPI_Cart_coords) :: PMPI_Cart_coords
  INTERFACE
    SUBROUTINE MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm_old
      INTEGER, INTENT(IN) :: ndims
      LOGICAL, INTENT(IN) :: reorder
      TYPE(MPI_Comm), INTENT(OUT) :: comm_cart
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: dims(ndims)
      LOGICAL, INTENT(IN) :: periods(ndims)
    END SUBROUTINE MPI_Cart_create
  END INTERFACE
  PROCEDURE(MPI_Cart_create) :: PMPI_Cart_create
  INTERFACE
    SUBROUTINE MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: maxdims
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: dims(maxdims), coords(maxdims)
      LOGICAL, INTENT(OUT) :: periods(maxdims)
    END SUBROUTINE MPI_Cart_get
  END INTERFACE
  PROCEDURE(MPI_Cart_get) :: PMPI_Cart_get
  INTERFACE
    SUBROUTINE MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: ndims
      INTEGER, INTENT(OUT) :: newrank
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: dims(ndims)
      LOGICAL, INTENT(IN) :: periods(ndims)
    END SUBROUTINE MPI_Cart_map
  END INTERFACE
  PROCEDURE(MPI_Cart_map) :: PMPI_Cart_map
  INTERFACE
    SUBROUTINE MPI_Cart_rank(comm, coords, rank, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: rank
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: coords(*)
    END SUBROUTINE MPI_Cart_rank
  END INTERFACE
  PROCEDURE(MPI_Cart_rank) :: PMPI_Cart_rank
  INTERFACE
    SUBROUTINE MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: direction, disp
      INTEGER, INTENT(OUT) :: rank_source, rank_dest
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Cart_shift
  END INTERFACE
  PROCEDURE(MPI_Cart_shift) :: PMPI_Cart_shift
  INTERFACE
    SUBROUTINE MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      LOGICAL, INTENT(IN) :: remain_dims(*)
    END SUBROUTINE MPI_Cart_sub
  END INTERFACE
  PROCEDURE(MPI_Cart_sub) :: PMPI_Cart_sub
  INTERFACE
    SUBROUTINE MPI_Cartdim_get(comm, ndims, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: ndims
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Cartdim_get
  END INTERFACE
  PROCEDURE(MPI_Cartdim_get) :: PMPI_Cartdim_get
  INTERFACE
    SUBROUTINE MPI_Close_port(port_name, ierror)
      IMPORT
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: port_name
    END SUBROUTINE MPI_Close_port
  END INTERFACE
  PROCEDURE(MPI_Close_port) :: PMPI_Close_port
  INTERFACE
    SUBROUTINE MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: port_name
    END SUBROUTINE MPI_Comm_accept
  END INTERFACE
  PROCEDURE(MPI_Comm_accept) :: PMPI_Comm_accept
  INTERFACE MPI_Comm_attach_buffer
    SUBROUTINE MPI_Comm_attach_buffer(comm, buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Comm_attach_buffer
    SUBROUTINE MPI_Comm_attach_buffer_c(comm, buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Comm_attach_buffer_c
  END INTERFACE
  PROCEDURE(MPI_Comm_attach_buffer) :: PMPI_Comm_attach_buffer
  PROCEDURE(MPI_Comm_attach_buffer_c) :: PMPI_Comm_attach_buffer_c
  INTERFACE PMPI_Comm_attach_buffer
    PROCEDURE PMPI_Comm_attach_buffer, PMPI_Comm_attach_buffer_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Comm_call_errhandler(comm, errorcode, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_call_errhandler) :: PMPI_Comm_call_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_compare(comm1, comm2, result, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm1, comm2
      INTEGER, INTENT(OUT) :: result
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_compare
  END INTERFACE
  PROCEDURE(MPI_Comm_compare) :: PMPI_Comm_compare
  INTERFACE
    SUBROUTINE MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: port_name
    END SUBROUTINE MPI_Comm_connect
  END INTERFACE
  PROCEDURE(MPI_Comm_connect) :: PMPI_Comm_connect
  INTERFACE
    SUBROUTINE MPI_Comm_create(comm, group, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Group), INTENT(IN) :: group
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_create
  END INTERFACE
  PROCEDURE(MPI_Comm_create) :: PMPI_Comm_create
  INTERFACE
    SUBROUTINE MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      IMPORT
      PROCEDURE(MPI_Comm_errhandler_function) :: comm_errhandler_fn
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_create_errhandler) :: PMPI_Comm_create_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: stringtag
    END SUBROUTINE MPI_Comm_create_from_group
  END INTERFACE
  PROCEDURE(MPI_Comm_create_from_group) :: PMPI_Comm_create_from_group
  INTERFACE
    SUBROUTINE MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: tag
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_create_group
  END INTERFACE
  PROCEDURE(MPI_Comm_create_group) :: PMPI_Comm_create_group
  INTERFACE
    SUBROUTINE MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
        extra_state, ierror)
      IMPORT
      PROCEDURE(MPI_Comm_copy_attr_function) :: comm_copy_attr_fn
      PROCEDURE(MPI_Comm_delete_attr_function) :: comm_delete_attr_fn
      INTEGER, INTENT(OUT) :: comm_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: extra_state
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_create_keyval
  END INTERFACE
  PROCEDURE(MPI_Comm_create_keyval) :: PMPI_Comm_create_keyval
  INTERFACE
    SUBROUTINE MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: comm_keyval
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_delete_attr
  END INTERFACE
  PROCEDURE(MPI_Comm_delete_attr) :: PMPI_Comm_delete_attr
  INTERFACE MPI_Comm_detach_buffer
    SUBROUTINE MPI_Comm_detach_buffer_cptr(comm, buffer_addr, size, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(C_PTR), INTENT(OUT) :: buffer_addr
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_detach_buffer_cptr
    SUBROUTINE MPI_Comm_detach_buffer_cptr_c(comm, buffer_addr, size, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(C_PTR), INTENT(OUT) :: buffer_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_detach_buffer_cptr_c
  END INTERFACE
  PROCEDURE(MPI_Comm_detach_buffer_cptr) :: PMPI_Comm_detach_buffer_cptr
  PROCEDURE(MPI_Comm_detach_buffer_cptr_c) :: PMPI_Comm_detach_buffer_cptr_c
  INTERFACE PMPI_Comm_detach_buffer
    PROCEDURE PMPI_Comm_detach_buffer_cptr, PMPI_Comm_detach_buffer_cptr_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Comm_disconnect(comm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(INOUT) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_disconnect
  END INTERFACE
  PROCEDURE(MPI_Comm_disconnect) :: PMPI_Comm_disconnect
  INTERFACE
    SUBROUTINE MPI_Comm_dup(comm, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_dup
  END INTERFACE
  PROCEDURE(MPI_Comm_dup) :: PMPI_Comm_dup
  INTERFACE
    SUBROUTINE MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_dup_with_info
  END INTERFACE
  PROCEDURE(MPI_Comm_dup_with_info) :: PMPI_Comm_dup_with_info
  INTERFACE
    SUBROUTINE MPI_Comm_flush_buffer(comm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_flush_buffer
  END INTERFACE
  PROCEDURE(MPI_Comm_flush_buffer) :: PMPI_Comm_flush_buffer
  INTERFACE
    SUBROUTINE MPI_Comm_free(comm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(INOUT) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_free
  END INTERFACE
  PROCEDURE(MPI_Comm_free) :: PMPI_Comm_free
  INTERFACE
    SUBROUTINE MPI_Comm_free_keyval(comm_keyval, ierror)
      IMPORT
      INTEGER, INTENT(INOUT) :: comm_keyval
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_free_keyval
  END INTERFACE
  PROCEDURE(MPI_Comm_free_keyval) :: PMPI_Comm_free_keyval
  INTERFACE
    SUBROUTINE MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: comm_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: attribute_val
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_get_attr
  END INTERFACE
  PROCEDURE(MPI_Comm_get_attr) :: PMPI_Comm_get_attr
  INTERFACE
    SUBROUTINE MPI_Comm_get_errhandler(comm, errhandler, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_get_errhandler) :: PMPI_Comm_get_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_get_info(comm, info_used, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(OUT) :: info_used
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_get_info
  END INTERFACE
  PROCEDURE(MPI_Comm_get_info) :: PMPI_Comm_get_info
  INTERFACE
    SUBROUTINE MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: resultlen
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_OBJECT_NAME), INTENT(OUT) :: comm_name
    END SUBROUTINE MPI_Comm_get_name
  END INTERFACE
  PROCEDURE(MPI_Comm_get_name) :: PMPI_Comm_get_name
  INTERFACE
    SUBROUTINE MPI_Comm_get_parent(parent, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(OUT) :: parent
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_get_parent
  END INTERFACE
  PROCEDURE(MPI_Comm_get_parent) :: PMPI_Comm_get_parent
  INTERFACE
    SUBROUTINE MPI_Comm_group(comm, group, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Group), INTENT(OUT) :: group
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_group
  END INTERFACE
  PROCEDURE(MPI_Comm_group) :: PMPI_Comm_group
  INTERFACE
    SUBROUTINE MPI_Comm_idup(comm, newcomm, request, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_idup
  END INTERFACE
  PROCEDURE(MPI_Comm_idup) :: PMPI_Comm_idup
  INTERFACE
    SUBROUTINE MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_idup_with_info
  END INTERFACE
  PROCEDURE(MPI_Comm_idup_with_info) :: PMPI_Comm_idup_with_info
  INTERFACE
    SUBROUTINE MPI_Comm_iflush_buffer(comm, request, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_iflush_buffer
  END INTERFACE
  PROCEDURE(MPI_Comm_iflush_buffer) :: PMPI_Comm_iflush_buffer
  INTERFACE
    SUBROUTINE MPI_Comm_join(fd, intercomm, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: fd
      TYPE(MPI_Comm), INTENT(OUT) :: intercomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_join
  END INTERFACE
  PROCEDURE(MPI_Comm_join) :: PMPI_Comm_join
  INTERFACE
    SUBROUTINE MPI_Comm_rank(comm, rank, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: rank
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_rank
  END INTERFACE
  PROCEDURE(MPI_Comm_rank) :: PMPI_Comm_rank
  INTERFACE
    SUBROUTINE MPI_Comm_remote_group(comm, group, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Group), INTENT(OUT) :: group
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_remote_group
  END INTERFACE
  PROCEDURE(MPI_Comm_remote_group) :: PMPI_Comm_remote_group
  INTERFACE
    SUBROUTINE MPI_Comm_remote_size(comm, size, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_remote_size
  END INTERFACE
  PROCEDURE(MPI_Comm_remote_size) :: PMPI_Comm_remote_size
  INTERFACE
    SUBROUTINE MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: comm_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: attribute_val
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_set_attr
  END INTERFACE
  PROCEDURE(MPI_Comm_set_attr) :: PMPI_Comm_set_attr
  INTERFACE
    SUBROUTINE MPI_Comm_set_errhandler(comm, errhandler, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_Comm_set_errhandler) :: PMPI_Comm_set_errhandler
  INTERFACE
    SUBROUTINE MPI_Comm_set_info(comm, info, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_set_info
  END INTERFACE
  PROCEDURE(MPI_Comm_set_info) :: PMPI_Comm_set_info
  INTERFACE
    SUBROUTINE MPI_Comm_set_name(comm, comm_name, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: comm_name
    END SUBROUTINE MPI_Comm_set_name
  END INTERFACE
  PROCEDURE(MPI_Comm_set_name) :: PMPI_Comm_set_name
  INTERFACE
    SUBROUTINE MPI_Comm_size(comm, size, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_size
  END INTERFACE
  PROCEDURE(MPI_Comm_size) :: PMPI_Comm_size
  INTERFACE
    SUBROUTINE MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, &
        array_of_errcodes, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: maxprocs, root
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: intercomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: command, argv(*)
      INTEGER :: array_of_errcodes(*)
    END SUBROUTINE MPI_Comm_spawn
  END INTERFACE
  PROCEDURE(MPI_Comm_spawn) :: PMPI_Comm_spawn
  INTERFACE
    SUBROUTINE MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, &
        array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Comm), INTENT(OUT) :: intercomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: array_of_commands(*), array_of_argv(count, *)
      INTEGER, INTENT(IN) :: array_of_maxprocs(*)
      TYPE(MPI_Info), INTENT(IN) :: array_of_info(*)
      INTEGER :: array_of_errcodes(*)
    END SUBROUTINE MPI_Comm_spawn_multiple
  END INTERFACE
  PROCEDURE(MPI_Comm_spawn_multiple) :: PMPI_Comm_spawn_multiple
  INTERFACE
    SUBROUTINE MPI_Comm_split(comm, color, key, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: color, key
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_split
  END INTERFACE
  PROCEDURE(MPI_Comm_split) :: PMPI_Comm_split
  INTERFACE
    SUBROUTINE MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: split_type, key
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(OUT) :: newcomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Comm_split_type
  END INTERFACE
  PROCEDURE(MPI_Comm_split_type) :: PMPI_Comm_split_type
  INTERFACE
    SUBROUTINE MPI_Comm_test_inter(comm, flag, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
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
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr, compare_addr
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: result_addr
    END SUBROUTINE MPI_Compare_and_swap
  END INTERFACE
  PROCEDURE(MPI_Compare_and_swap) :: PMPI_Compare_and_swap
  INTERFACE
    SUBROUTINE MPI_Dims_create(nnodes, ndims, dims, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: nnodes, ndims
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(INOUT) :: dims(ndims)
    END SUBROUTINE MPI_Dims_create
  END INTERFACE
  PROCEDURE(MPI_Dims_create) :: PMPI_Dims_create
  INTERFACE
    SUBROUTINE MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
        reorder, comm_dist_graph, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm_old
      INTEGER, INTENT(IN) :: n
      TYPE(MPI_Info), INTENT(IN) :: info
      LOGICAL, INTENT(IN) :: reorder
      TYPE(MPI_Comm), INTENT(OUT) :: comm_dist_graph
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sources(n), degrees(n), destinations(*), weights(*)
    END SUBROUTINE MPI_Dist_graph_create
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_create) :: PMPI_Dist_graph_create
  INTERFACE
    SUBROUTINE MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, &
        outdegree, destinations, destweights, info, reorder, comm_dist_graph, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm_old
      INTEGER, INTENT(IN) :: indegree, outdegree
      TYPE(MPI_Info), INTENT(IN) :: info
      LOGICAL, INTENT(IN) :: reorder
      TYPE(MPI_Comm), INTENT(OUT) :: comm_dist_graph
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sources(indegree), sourceweights(*), destinations(outdegree), &
        destweights(*)
    END SUBROUTINE MPI_Dist_graph_create_adjacent
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_create_adjacent) :: PMPI_Dist_graph_create_adjacent
  INTERFACE
    SUBROUTINE MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, &
        destinations, destweights, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: maxindegree, maxoutdegree
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: sources(maxindegree), destinations(maxoutdegree)
      INTEGER :: sourceweights(*), destweights(*)
    END SUBROUTINE MPI_Dist_graph_neighbors
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_neighbors) :: PMPI_Dist_graph_neighbors
  INTERFACE
    SUBROUTINE MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: indegree, outdegree
      LOGICAL, INTENT(OUT) :: weighted
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Dist_graph_neighbors_count
  END INTERFACE
  PROCEDURE(MPI_Dist_graph_neighbors_count) :: PMPI_Dist_graph_neighbors_count
  INTERFACE
    SUBROUTINE MPI_Errhandler_free(errhandler, ierror)
      IMPORT
      TYPE(MPI_Errhandler), INTENT(INOUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Errhandler_free
  END INTERFACE
  PROCEDURE(MPI_Errhandler_free) :: PMPI_Errhandler_free
  INTERFACE
    SUBROUTINE MPI_Error_class(errorcode, errorclass, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, INTENT(OUT) :: errorclass
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Error_class
  END INTERFACE
  PROCEDURE(MPI_Error_class) :: PMPI_Error_class
  INTERFACE
    SUBROUTINE MPI_Error_string(errorcode, string, resultlen, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, INTENT(OUT) :: resultlen
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_ERROR_STRING), INTENT(OUT) :: string
    END SUBROUTINE MPI_Error_string
  END INTERFACE
  PROCEDURE(MPI_Error_string) :: PMPI_Error_string
  INTERFACE MPI_Exscan
    SUBROUTINE MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Exscan
    SUBROUTINE MPI_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Exscan_c
  END INTERFACE
  PROCEDURE(MPI_Exscan) :: PMPI_Exscan
  PROCEDURE(MPI_Exscan_c) :: PMPI_Exscan_c
  INTERFACE PMPI_Exscan
    PROCEDURE PMPI_Exscan, PMPI_Exscan_c
  END INTERFACE
  INTERFACE MPI_Exscan_init
    SUBROUTINE MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Exscan_init
    SUBROUTINE MPI_Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Exscan_init_c
  END INTERFACE
  PROCEDURE(MPI_Exscan_init) :: PMPI_Exscan_init
  PROCEDURE(MPI_Exscan_init_c) :: PMPI_Exscan_init_c
  INTERFACE PMPI_Exscan_init
    PROCEDURE PMPI_Exscan_init, PMPI_Exscan_init_c
  END INTERFACE
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
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: result_addr
    END SUBROUTINE MPI_Fetch_and_op
  END INTERFACE
  PROCEDURE(MPI_Fetch_and_op) :: PMPI_Fetch_and_op
  INTERFACE
    SUBROUTINE MPI_File_call_errhandler(fh, errorcode, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_call_errhandler) :: PMPI_File_call_errhandler
  INTERFACE
    SUBROUTINE MPI_File_close(fh, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(INOUT) :: fh
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_close
  END INTERFACE
  PROCEDURE(MPI_File_close) :: PMPI_File_close
  INTERFACE
    SUBROUTINE MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      IMPORT
      PROCEDURE(MPI_File_errhandler_function) :: file_errhandler_fn
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_create_errhandler) :: PMPI_File_create_errhandler
  INTERFACE
    SUBROUTINE MPI_File_delete(filename, info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: filename
    END SUBROUTINE MPI_File_delete
  END INTERFACE
  PROCEDURE(MPI_File_delete) :: PMPI_File_delete
  INTERFACE
    SUBROUTINE MPI_File_get_amode(fh, amode, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(OUT) :: amode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_amode
  END INTERFACE
  PROCEDURE(MPI_File_get_amode) :: PMPI_File_get_amode
  INTERFACE
    SUBROUTINE MPI_File_get_atomicity(fh, flag, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_atomicity
  END INTERFACE
  PROCEDURE(MPI_File_get_atomicity) :: PMPI_File_get_atomicity
  INTERFACE
    SUBROUTINE MPI_File_get_byte_offset(fh, offset, disp, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(OUT) :: disp
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_byte_offset
  END INTERFACE
  PROCEDURE(MPI_File_get_byte_offset) :: PMPI_File_get_byte_offset
  INTERFACE
    SUBROUTINE MPI_File_get_errhandler(file, errhandler, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: file
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_get_errhandler) :: PMPI_File_get_errhandler
  INTERFACE
    SUBROUTINE MPI_File_get_group(fh, group, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Group), INTENT(OUT) :: group
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_group
  END INTERFACE
  PROCEDURE(MPI_File_get_group) :: PMPI_File_get_group
  INTERFACE
    SUBROUTINE MPI_File_get_info(fh, info_used, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Info), INTENT(OUT) :: info_used
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_info
  END INTERFACE
  PROCEDURE(MPI_File_get_info) :: PMPI_File_get_info
  INTERFACE
    SUBROUTINE MPI_File_get_position(fh, offset, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(OUT) :: offset
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_position
  END INTERFACE
  PROCEDURE(MPI_File_get_position) :: PMPI_File_get_position
  INTERFACE
    SUBROUTINE MPI_File_get_position_shared(fh, offset, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(OUT) :: offset
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_position_shared
  END INTERFACE
  PROCEDURE(MPI_File_get_position_shared) :: PMPI_File_get_position_shared
  INTERFACE
    SUBROUTINE MPI_File_get_size(fh, size, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_size
  END INTERFACE
  PROCEDURE(MPI_File_get_size) :: PMPI_File_get_size
  INTERFACE
    SUBROUTINE MPI_File_get_type_extent(fh, datatype, extent, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: extent
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_get_type_extent
  END INTERFACE
  PROCEDURE(MPI_File_get_type_extent) :: PMPI_File_get_type_extent
  INTERFACE
    SUBROUTINE MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(OUT) :: disp
      TYPE(MPI_Datatype), INTENT(OUT) :: etype, filetype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(OUT) :: datarep
    END SUBROUTINE MPI_File_get_view
  END INTERFACE
  PROCEDURE(MPI_File_get_view) :: PMPI_File_get_view
  INTERFACE MPI_File_iread
    SUBROUTINE MPI_File_iread(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread
    SUBROUTINE MPI_File_iread_c(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_c
  END INTERFACE
  PROCEDURE(MPI_File_iread) :: PMPI_File_iread
  PROCEDURE(MPI_File_iread_c) :: PMPI_File_iread_c
  INTERFACE PMPI_File_iread
    PROCEDURE PMPI_File_iread, PMPI_File_iread_c
  END INTERFACE
  INTERFACE MPI_File_iread_all
    SUBROUTINE MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_all
    SUBROUTINE MPI_File_iread_all_c(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_all_c
  END INTERFACE
  PROCEDURE(MPI_File_iread_all) :: PMPI_File_iread_all
  PROCEDURE(MPI_File_iread_all_c) :: PMPI_File_iread_all_c
  INTERFACE PMPI_File_iread_all
    PROCEDURE PMPI_File_iread_all, PMPI_File_iread_all_c
  END INTERFACE
  INTERFACE MPI_File_iread_at
    SUBROUTINE MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_at
    SUBROUTINE MPI_File_iread_at_c(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_at_c
  END INTERFACE
  PROCEDURE(MPI_File_iread_at) :: PMPI_File_iread_at
  PROCEDURE(MPI_File_iread_at_c) :: PMPI_File_iread_at_c
  INTERFACE PMPI_File_iread_at
    PROCEDURE PMPI_File_iread_at, PMPI_File_iread_at_c
  END INTERFACE
  INTERFACE MPI_File_iread_at_all
    SUBROUTINE MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_at_all
    SUBROUTINE MPI_File_iread_at_all_c(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_at_all_c
  END INTERFACE
  PROCEDURE(MPI_File_iread_at_all) :: PMPI_File_iread_at_all
  PROCEDURE(MPI_File_iread_at_all_c) :: PMPI_File_iread_at_all_c
  INTERFACE PMPI_File_iread_at_all
    PROCEDURE PMPI_File_iread_at_all, PMPI_File_iread_at_all_c
  END INTERFACE
  INTERFACE MPI_File_iread_shared
    SUBROUTINE MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_shared
    SUBROUTINE MPI_File_iread_shared_c(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_iread_shared_c
  END INTERFACE
  PROCEDURE(MPI_File_iread_shared) :: PMPI_File_iread_shared
  PROCEDURE(MPI_File_iread_shared_c) :: PMPI_File_iread_shared_c
  INTERFACE PMPI_File_iread_shared
    PROCEDURE PMPI_File_iread_shared, PMPI_File_iread_shared_c
  END INTERFACE
  INTERFACE MPI_File_iwrite
    SUBROUTINE MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite
    SUBROUTINE MPI_File_iwrite_c(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_c
  END INTERFACE
  PROCEDURE(MPI_File_iwrite) :: PMPI_File_iwrite
  PROCEDURE(MPI_File_iwrite_c) :: PMPI_File_iwrite_c
  INTERFACE PMPI_File_iwrite
    PROCEDURE PMPI_File_iwrite, PMPI_File_iwrite_c
  END INTERFACE
  INTERFACE MPI_File_iwrite_all
    SUBROUTINE MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_all
    SUBROUTINE MPI_File_iwrite_all_c(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_all_c
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_all) :: PMPI_File_iwrite_all
  PROCEDURE(MPI_File_iwrite_all_c) :: PMPI_File_iwrite_all_c
  INTERFACE PMPI_File_iwrite_all
    PROCEDURE PMPI_File_iwrite_all, PMPI_File_iwrite_all_c
  END INTERFACE
  INTERFACE MPI_File_iwrite_at
    SUBROUTINE MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_at
    SUBROUTINE MPI_File_iwrite_at_c(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_at_c
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_at) :: PMPI_File_iwrite_at
  PROCEDURE(MPI_File_iwrite_at_c) :: PMPI_File_iwrite_at_c
  INTERFACE PMPI_File_iwrite_at
    PROCEDURE PMPI_File_iwrite_at, PMPI_File_iwrite_at_c
  END INTERFACE
  INTERFACE MPI_File_iwrite_at_all
    SUBROUTINE MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_at_all
    SUBROUTINE MPI_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_at_all_c
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_at_all) :: PMPI_File_iwrite_at_all
  PROCEDURE(MPI_File_iwrite_at_all_c) :: PMPI_File_iwrite_at_all_c
  INTERFACE PMPI_File_iwrite_at_all
    PROCEDURE PMPI_File_iwrite_at_all, PMPI_File_iwrite_at_all_c
  END INTERFACE
  INTERFACE MPI_File_iwrite_shared
    SUBROUTINE MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_shared
    SUBROUTINE MPI_File_iwrite_shared_c(fh, buf, count, datatype, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_iwrite_shared_c
  END INTERFACE
  PROCEDURE(MPI_File_iwrite_shared) :: PMPI_File_iwrite_shared
  PROCEDURE(MPI_File_iwrite_shared_c) :: PMPI_File_iwrite_shared_c
  INTERFACE PMPI_File_iwrite_shared
    PROCEDURE PMPI_File_iwrite_shared, PMPI_File_iwrite_shared_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_open(comm, filename, amode, info, fh, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: amode
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_File), INTENT(OUT) :: fh
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: filename
    END SUBROUTINE MPI_File_open
  END INTERFACE
  PROCEDURE(MPI_File_open) :: PMPI_File_open
  INTERFACE
    SUBROUTINE MPI_File_preallocate(fh, size, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_preallocate
  END INTERFACE
  PROCEDURE(MPI_File_preallocate) :: PMPI_File_preallocate
  INTERFACE MPI_File_read
    SUBROUTINE MPI_File_read(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read
    SUBROUTINE MPI_File_read_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_c
  END INTERFACE
  PROCEDURE(MPI_File_read) :: PMPI_File_read
  PROCEDURE(MPI_File_read_c) :: PMPI_File_read_c
  INTERFACE PMPI_File_read
    PROCEDURE PMPI_File_read, PMPI_File_read_c
  END INTERFACE
  INTERFACE MPI_File_read_all
    SUBROUTINE MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_all
    SUBROUTINE MPI_File_read_all_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_all_c
  END INTERFACE
  PROCEDURE(MPI_File_read_all) :: PMPI_File_read_all
  PROCEDURE(MPI_File_read_all_c) :: PMPI_File_read_all_c
  INTERFACE PMPI_File_read_all
    PROCEDURE PMPI_File_read_all, PMPI_File_read_all_c
  END INTERFACE
  INTERFACE MPI_File_read_all_begin
    SUBROUTINE MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_all_begin
    SUBROUTINE MPI_File_read_all_begin_c(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_all_begin_c
  END INTERFACE
  PROCEDURE(MPI_File_read_all_begin) :: PMPI_File_read_all_begin
  PROCEDURE(MPI_File_read_all_begin_c) :: PMPI_File_read_all_begin_c
  INTERFACE PMPI_File_read_all_begin
    PROCEDURE PMPI_File_read_all_begin, PMPI_File_read_all_begin_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_read_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_all_end
  END INTERFACE
  PROCEDURE(MPI_File_read_all_end) :: PMPI_File_read_all_end
  INTERFACE MPI_File_read_at
    SUBROUTINE MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at
    SUBROUTINE MPI_File_read_at_c(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_c
  END INTERFACE
  PROCEDURE(MPI_File_read_at) :: PMPI_File_read_at
  PROCEDURE(MPI_File_read_at_c) :: PMPI_File_read_at_c
  INTERFACE PMPI_File_read_at
    PROCEDURE PMPI_File_read_at, PMPI_File_read_at_c
  END INTERFACE
  INTERFACE MPI_File_read_at_all
    SUBROUTINE MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_all
    SUBROUTINE MPI_File_read_at_all_c(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_all_c
  END INTERFACE
  PROCEDURE(MPI_File_read_at_all) :: PMPI_File_read_at_all
  PROCEDURE(MPI_File_read_at_all_c) :: PMPI_File_read_at_all_c
  INTERFACE PMPI_File_read_at_all
    PROCEDURE PMPI_File_read_at_all, PMPI_File_read_at_all_c
  END INTERFACE
  INTERFACE MPI_File_read_at_all_begin
    SUBROUTINE MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_all_begin
    SUBROUTINE MPI_File_read_at_all_begin_c(fh, offset, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_all_begin_c
  END INTERFACE
  PROCEDURE(MPI_File_read_at_all_begin) :: PMPI_File_read_at_all_begin
  PROCEDURE(MPI_File_read_at_all_begin_c) :: PMPI_File_read_at_all_begin_c
  INTERFACE PMPI_File_read_at_all_begin
    PROCEDURE PMPI_File_read_at_all_begin, PMPI_File_read_at_all_begin_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_read_at_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_at_all_end
  END INTERFACE
  PROCEDURE(MPI_File_read_at_all_end) :: PMPI_File_read_at_all_end
  INTERFACE MPI_File_read_ordered
    SUBROUTINE MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_ordered
    SUBROUTINE MPI_File_read_ordered_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_ordered_c
  END INTERFACE
  PROCEDURE(MPI_File_read_ordered) :: PMPI_File_read_ordered
  PROCEDURE(MPI_File_read_ordered_c) :: PMPI_File_read_ordered_c
  INTERFACE PMPI_File_read_ordered
    PROCEDURE PMPI_File_read_ordered, PMPI_File_read_ordered_c
  END INTERFACE
  INTERFACE MPI_File_read_ordered_begin
    SUBROUTINE MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_ordered_begin
    SUBROUTINE MPI_File_read_ordered_begin_c(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_ordered_begin_c
  END INTERFACE
  PROCEDURE(MPI_File_read_ordered_begin) :: PMPI_File_read_ordered_begin
  PROCEDURE(MPI_File_read_ordered_begin_c) :: PMPI_File_read_ordered_begin_c
  INTERFACE PMPI_File_read_ordered_begin
    PROCEDURE PMPI_File_read_ordered_begin, PMPI_File_read_ordered_begin_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_read_ordered_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_ordered_end
  END INTERFACE
  PROCEDURE(MPI_File_read_ordered_end) :: PMPI_File_read_ordered_end
  INTERFACE MPI_File_read_shared
    SUBROUTINE MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_shared
    SUBROUTINE MPI_File_read_shared_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_File_read_shared_c
  END INTERFACE
  PROCEDURE(MPI_File_read_shared) :: PMPI_File_read_shared
  PROCEDURE(MPI_File_read_shared_c) :: PMPI_File_read_shared_c
  INTERFACE PMPI_File_read_shared
    PROCEDURE PMPI_File_read_shared, PMPI_File_read_shared_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_seek(fh, offset, whence, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: whence
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_seek
  END INTERFACE
  PROCEDURE(MPI_File_seek) :: PMPI_File_seek
  INTERFACE
    SUBROUTINE MPI_File_seek_shared(fh, offset, whence, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      INTEGER, INTENT(IN) :: whence
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_seek_shared
  END INTERFACE
  PROCEDURE(MPI_File_seek_shared) :: PMPI_File_seek_shared
  INTERFACE
    SUBROUTINE MPI_File_set_atomicity(fh, flag, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      LOGICAL, INTENT(IN) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_set_atomicity
  END INTERFACE
  PROCEDURE(MPI_File_set_atomicity) :: PMPI_File_set_atomicity
  INTERFACE
    SUBROUTINE MPI_File_set_errhandler(file, errhandler, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: file
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_File_set_errhandler) :: PMPI_File_set_errhandler
  INTERFACE
    SUBROUTINE MPI_File_set_info(fh, info, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_set_info
  END INTERFACE
  PROCEDURE(MPI_File_set_info) :: PMPI_File_set_info
  INTERFACE
    SUBROUTINE MPI_File_set_size(fh, size, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_set_size
  END INTERFACE
  PROCEDURE(MPI_File_set_size) :: PMPI_File_set_size
  INTERFACE
    SUBROUTINE MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: disp
      TYPE(MPI_Datatype), INTENT(IN) :: etype, filetype
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
    END SUBROUTINE MPI_File_set_view
  END INTERFACE
  PROCEDURE(MPI_File_set_view) :: PMPI_File_set_view
  INTERFACE
    SUBROUTINE MPI_File_sync(fh, ierror)
      IMPORT
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_sync
  END INTERFACE
  PROCEDURE(MPI_File_sync) :: PMPI_File_sync
  INTERFACE MPI_File_write
    SUBROUTINE MPI_File_write(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write
    SUBROUTINE MPI_File_write_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_c
  END INTERFACE
  PROCEDURE(MPI_File_write) :: PMPI_File_write
  PROCEDURE(MPI_File_write_c) :: PMPI_File_write_c
  INTERFACE PMPI_File_write
    PROCEDURE PMPI_File_write, PMPI_File_write_c
  END INTERFACE
  INTERFACE MPI_File_write_all
    SUBROUTINE MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_all
    SUBROUTINE MPI_File_write_all_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_all_c
  END INTERFACE
  PROCEDURE(MPI_File_write_all) :: PMPI_File_write_all
  PROCEDURE(MPI_File_write_all_c) :: PMPI_File_write_all_c
  INTERFACE PMPI_File_write_all
    PROCEDURE PMPI_File_write_all, PMPI_File_write_all_c
  END INTERFACE
  INTERFACE MPI_File_write_all_begin
    SUBROUTINE MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_all_begin
    SUBROUTINE MPI_File_write_all_begin_c(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_all_begin_c
  END INTERFACE
  PROCEDURE(MPI_File_write_all_begin) :: PMPI_File_write_all_begin
  PROCEDURE(MPI_File_write_all_begin_c) :: PMPI_File_write_all_begin_c
  INTERFACE PMPI_File_write_all_begin
    PROCEDURE PMPI_File_write_all_begin, PMPI_File_write_all_begin_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_write_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_all_end
  END INTERFACE
  PROCEDURE(MPI_File_write_all_end) :: PMPI_File_write_all_end
  INTERFACE MPI_File_write_at
    SUBROUTINE MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at
    SUBROUTINE MPI_File_write_at_c(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at_c
  END INTERFACE
  PROCEDURE(MPI_File_write_at) :: PMPI_File_write_at
  PROCEDURE(MPI_File_write_at_c) :: PMPI_File_write_at_c
  INTERFACE PMPI_File_write_at
    PROCEDURE PMPI_File_write_at, PMPI_File_write_at_c
  END INTERFACE
  INTERFACE MPI_File_write_at_all
    SUBROUTINE MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at_all
    SUBROUTINE MPI_File_write_at_all_c(fh, offset, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at_all_c
  END INTERFACE
  PROCEDURE(MPI_File_write_at_all) :: PMPI_File_write_at_all
  PROCEDURE(MPI_File_write_at_all_c) :: PMPI_File_write_at_all_c
  INTERFACE PMPI_File_write_at_all
    PROCEDURE PMPI_File_write_at_all, PMPI_File_write_at_all_c
  END INTERFACE
  INTERFACE MPI_File_write_at_all_begin
    SUBROUTINE MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at_all_begin
    SUBROUTINE MPI_File_write_at_all_begin_c(fh, offset, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      INTEGER(KIND=MPI_OFFSET_KIND), INTENT(IN) :: offset
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at_all_begin_c
  END INTERFACE
  PROCEDURE(MPI_File_write_at_all_begin) :: PMPI_File_write_at_all_begin
  PROCEDURE(MPI_File_write_at_all_begin_c) :: PMPI_File_write_at_all_begin_c
  INTERFACE PMPI_File_write_at_all_begin
    PROCEDURE PMPI_File_write_at_all_begin, PMPI_File_write_at_all_begin_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_write_at_all_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_at_all_end
  END INTERFACE
  PROCEDURE(MPI_File_write_at_all_end) :: PMPI_File_write_at_all_end
  INTERFACE MPI_File_write_ordered
    SUBROUTINE MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_ordered
    SUBROUTINE MPI_File_write_ordered_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_ordered_c
  END INTERFACE
  PROCEDURE(MPI_File_write_ordered) :: PMPI_File_write_ordered
  PROCEDURE(MPI_File_write_ordered_c) :: PMPI_File_write_ordered_c
  INTERFACE PMPI_File_write_ordered
    PROCEDURE PMPI_File_write_ordered, PMPI_File_write_ordered_c
  END INTERFACE
  INTERFACE MPI_File_write_ordered_begin
    SUBROUTINE MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_ordered_begin
    SUBROUTINE MPI_File_write_ordered_begin_c(fh, buf, count, datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_ordered_begin_c
  END INTERFACE
  PROCEDURE(MPI_File_write_ordered_begin) :: PMPI_File_write_ordered_begin
  PROCEDURE(MPI_File_write_ordered_begin_c) :: PMPI_File_write_ordered_begin_c
  INTERFACE PMPI_File_write_ordered_begin
    PROCEDURE PMPI_File_write_ordered_begin, PMPI_File_write_ordered_begin_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_File_write_ordered_end(fh, buf, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_ordered_end
  END INTERFACE
  PROCEDURE(MPI_File_write_ordered_end) :: PMPI_File_write_ordered_end
  INTERFACE MPI_File_write_shared
    SUBROUTINE MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_shared
    SUBROUTINE MPI_File_write_shared_c(fh, buf, count, datatype, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(MPI_File), INTENT(IN) :: fh
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_File_write_shared_c
  END INTERFACE
  PROCEDURE(MPI_File_write_shared) :: PMPI_File_write_shared
  PROCEDURE(MPI_File_write_shared_c) :: PMPI_File_write_shared_c
  INTERFACE PMPI_File_write_shared
    PROCEDURE PMPI_File_write_shared, PMPI_File_write_shared_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Finalize(ierror)
      IMPORT
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Finalize
  END INTERFACE
  PROCEDURE(MPI_Finalize) :: PMPI_Finalize
  INTERFACE
    SUBROUTINE MPI_Finalized(flag, ierror)
      IMPORT
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Finalized
  END INTERFACE
  PROCEDURE(MPI_Finalized) :: PMPI_Finalized
  INTERFACE
    SUBROUTINE MPI_Free_mem(base, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      TYPE(*), DIMENSION(*), INTENT(IN) :: base
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Free_mem
  END INTERFACE
  PROCEDURE(MPI_Free_mem) :: PMPI_Free_mem
  INTERFACE MPI_Gather
    SUBROUTINE MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Gather
    SUBROUTINE MPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Gather_c
  END INTERFACE
  PROCEDURE(MPI_Gather) :: PMPI_Gather
  PROCEDURE(MPI_Gather_c) :: PMPI_Gather_c
  INTERFACE PMPI_Gather
    PROCEDURE PMPI_Gather, PMPI_Gather_c
  END INTERFACE
  INTERFACE MPI_Gather_init
    SUBROUTINE MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Gather_init
    SUBROUTINE MPI_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Gather_init_c
  END INTERFACE
  PROCEDURE(MPI_Gather_init) :: PMPI_Gather_init
  PROCEDURE(MPI_Gather_init_c) :: PMPI_Gather_init_c
  INTERFACE PMPI_Gather_init
    PROCEDURE PMPI_Gather_init, PMPI_Gather_init_c
  END INTERFACE
  INTERFACE MPI_Gatherv
    SUBROUTINE MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Gatherv
    SUBROUTINE MPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Gatherv_c
  END INTERFACE
  PROCEDURE(MPI_Gatherv) :: PMPI_Gatherv
  PROCEDURE(MPI_Gatherv_c) :: PMPI_Gatherv_c
  INTERFACE PMPI_Gatherv
    PROCEDURE PMPI_Gatherv, PMPI_Gatherv_c
  END INTERFACE
  INTERFACE MPI_Gatherv_init
    SUBROUTINE MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Gatherv_init
    SUBROUTINE MPI_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Gatherv_init_c
  END INTERFACE
  PROCEDURE(MPI_Gatherv_init) :: PMPI_Gatherv_init
  PROCEDURE(MPI_Gatherv_init_c) :: PMPI_Gatherv_init_c
  INTERFACE PMPI_Gatherv_init
    PROCEDURE PMPI_Gatherv_init, PMPI_Gatherv_init_c
  END INTERFACE
  INTERFACE MPI_Get
    SUBROUTINE MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER, INTENT(IN) :: origin_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Get
    SUBROUTINE MPI_Get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Get_c
  END INTERFACE
  PROCEDURE(MPI_Get) :: PMPI_Get
  PROCEDURE(MPI_Get_c) :: PMPI_Get_c
  INTERFACE PMPI_Get
    PROCEDURE PMPI_Get, PMPI_Get_c
  END INTERFACE
  INTERFACE MPI_Get_accumulate
    SUBROUTINE MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER, INTENT(IN) :: origin_count, result_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, result_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: result_addr
    END SUBROUTINE MPI_Get_accumulate
    SUBROUTINE MPI_Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, result_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, result_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: result_addr
    END SUBROUTINE MPI_Get_accumulate_c
  END INTERFACE
  PROCEDURE(MPI_Get_accumulate) :: PMPI_Get_accumulate
  PROCEDURE(MPI_Get_accumulate_c) :: PMPI_Get_accumulate_c
  INTERFACE PMPI_Get_accumulate
    PROCEDURE PMPI_Get_accumulate, PMPI_Get_accumulate_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Get_address(location, address, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: location
!DIR$ IGNORE_TKR location
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: address
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: location
    END SUBROUTINE MPI_Get_address
  END INTERFACE
  PROCEDURE(MPI_Get_address) :: PMPI_Get_address
  INTERFACE MPI_Get_count
    SUBROUTINE MPI_Get_count(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(OUT) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_count
    SUBROUTINE MPI_Get_count_c(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_count_c
  END INTERFACE
  PROCEDURE(MPI_Get_count) :: PMPI_Get_count
  PROCEDURE(MPI_Get_count_c) :: PMPI_Get_count_c
  INTERFACE PMPI_Get_count
    PROCEDURE PMPI_Get_count, PMPI_Get_count_c
  END INTERFACE
  INTERFACE MPI_Get_elements
    SUBROUTINE MPI_Get_elements(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(OUT) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_elements
    SUBROUTINE MPI_Get_elements_c(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_elements_c
  END INTERFACE
  PROCEDURE(MPI_Get_elements) :: PMPI_Get_elements
  PROCEDURE(MPI_Get_elements_c) :: PMPI_Get_elements_c
  INTERFACE PMPI_Get_elements
    PROCEDURE PMPI_Get_elements, PMPI_Get_elements_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Get_elements_x(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_elements_x
  END INTERFACE
  PROCEDURE(MPI_Get_elements_x) :: PMPI_Get_elements_x
  INTERFACE
    SUBROUTINE MPI_Get_hw_resource_info(hw_info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(OUT) :: hw_info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_hw_resource_info
  END INTERFACE
  PROCEDURE(MPI_Get_hw_resource_info) :: PMPI_Get_hw_resource_info
  INTERFACE
    SUBROUTINE MPI_Get_library_version(version, resultlen, ierror)
      IMPORT
      INTEGER, INTENT(OUT) :: resultlen
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_LIBRARY_VERSION_STRING), INTENT(OUT) :: version
    END SUBROUTINE MPI_Get_library_version
  END INTERFACE
  PROCEDURE(MPI_Get_library_version) :: PMPI_Get_library_version
  INTERFACE
    SUBROUTINE MPI_Get_processor_name(name, resultlen, ierror)
      IMPORT
      INTEGER, INTENT(OUT) :: resultlen
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_PROCESSOR_NAME), INTENT(OUT) :: name
    END SUBROUTINE MPI_Get_processor_name
  END INTERFACE
  PROCEDURE(MPI_Get_processor_name) :: PMPI_Get_processor_name
  INTERFACE
    SUBROUTINE MPI_Get_version(version, subversion, ierror)
      IMPORT
      INTEGER, INTENT(OUT) :: version, subversion
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Get_version
  END INTERFACE
  PROCEDURE(MPI_Get_version) :: PMPI_Get_version
  INTERFACE
    SUBROUTINE MPI_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm_old
      INTEGER, INTENT(IN) :: nnodes
      LOGICAL, INTENT(IN) :: reorder
      TYPE(MPI_Comm), INTENT(OUT) :: comm_graph
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: index(nnodes), edges(*)
    END SUBROUTINE MPI_Graph_create
  END INTERFACE
  PROCEDURE(MPI_Graph_create) :: PMPI_Graph_create
  INTERFACE
    SUBROUTINE MPI_Graph_get(comm, maxindex, maxedges, index, edges, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: maxindex, maxedges
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: index(maxindex), edges(maxedges)
    END SUBROUTINE MPI_Graph_get
  END INTERFACE
  PROCEDURE(MPI_Graph_get) :: PMPI_Graph_get
  INTERFACE
    SUBROUTINE MPI_Graph_map(comm, nnodes, index, edges, newrank, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: nnodes
      INTEGER, INTENT(OUT) :: newrank
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: index(nnodes), edges(*)
    END SUBROUTINE MPI_Graph_map
  END INTERFACE
  PROCEDURE(MPI_Graph_map) :: PMPI_Graph_map
  INTERFACE
    SUBROUTINE MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: rank, maxneighbors
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: neighbors(maxneighbors)
    END SUBROUTINE MPI_Graph_neighbors
  END INTERFACE
  PROCEDURE(MPI_Graph_neighbors) :: PMPI_Graph_neighbors
  INTERFACE
    SUBROUTINE MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(IN) :: rank
      INTEGER, INTENT(OUT) :: nneighbors
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Graph_neighbors_count
  END INTERFACE
  PROCEDURE(MPI_Graph_neighbors_count) :: PMPI_Graph_neighbors_count
  INTERFACE
    SUBROUTINE MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: nnodes, nedges
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Graphdims_get
  END INTERFACE
  PROCEDURE(MPI_Graphdims_get) :: PMPI_Graphdims_get
  INTERFACE
    SUBROUTINE MPI_Grequest_complete(request, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(IN) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Grequest_complete
  END INTERFACE
  PROCEDURE(MPI_Grequest_complete) :: PMPI_Grequest_complete
  INTERFACE
    SUBROUTINE MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      IMPORT
      PROCEDURE(MPI_Grequest_query_function) :: query_fn
      PROCEDURE(MPI_Grequest_free_function) :: free_fn
      PROCEDURE(MPI_Grequest_cancel_function) :: cancel_fn
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: extra_state
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Grequest_start
  END INTERFACE
  PROCEDURE(MPI_Grequest_start) :: PMPI_Grequest_start
  INTERFACE
    SUBROUTINE MPI_Group_compare(group1, group2, result, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group1, group2
      INTEGER, INTENT(OUT) :: result
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_compare
  END INTERFACE
  PROCEDURE(MPI_Group_compare) :: PMPI_Group_compare
  INTERFACE
    SUBROUTINE MPI_Group_difference(group1, group2, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group1, group2
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_difference
  END INTERFACE
  PROCEDURE(MPI_Group_difference) :: PMPI_Group_difference
  INTERFACE
    SUBROUTINE MPI_Group_excl(group, n, ranks, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: n
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: ranks(n)
    END SUBROUTINE MPI_Group_excl
  END INTERFACE
  PROCEDURE(MPI_Group_excl) :: PMPI_Group_excl
  INTERFACE
    SUBROUTINE MPI_Group_free(group, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(INOUT) :: group
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_free
  END INTERFACE
  PROCEDURE(MPI_Group_free) :: PMPI_Group_free
  INTERFACE
    SUBROUTINE MPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: pset_name
    END SUBROUTINE MPI_Group_from_session_pset
  END INTERFACE
  PROCEDURE(MPI_Group_from_session_pset) :: PMPI_Group_from_session_pset
  INTERFACE
    SUBROUTINE MPI_Group_incl(group, n, ranks, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: n
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: ranks(n)
    END SUBROUTINE MPI_Group_incl
  END INTERFACE
  PROCEDURE(MPI_Group_incl) :: PMPI_Group_incl
  INTERFACE
    SUBROUTINE MPI_Group_intersection(group1, group2, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group1, group2
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_intersection
  END INTERFACE
  PROCEDURE(MPI_Group_intersection) :: PMPI_Group_intersection
  INTERFACE
    SUBROUTINE MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: n
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: ranges(3, n)
    END SUBROUTINE MPI_Group_range_excl
  END INTERFACE
  PROCEDURE(MPI_Group_range_excl) :: PMPI_Group_range_excl
  INTERFACE
    SUBROUTINE MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: n
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: ranges(3, n)
    END SUBROUTINE MPI_Group_range_incl
  END INTERFACE
  PROCEDURE(MPI_Group_range_incl) :: PMPI_Group_range_incl
  INTERFACE
    SUBROUTINE MPI_Group_rank(group, rank, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(OUT) :: rank
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_rank
  END INTERFACE
  PROCEDURE(MPI_Group_rank) :: PMPI_Group_rank
  INTERFACE
    SUBROUTINE MPI_Group_size(group, size, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_size
  END INTERFACE
  PROCEDURE(MPI_Group_size) :: PMPI_Group_size
  INTERFACE
    SUBROUTINE MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group1, group2
      INTEGER, INTENT(IN) :: n
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: ranks1(n)
      INTEGER, INTENT(OUT) :: ranks2(n)
    END SUBROUTINE MPI_Group_translate_ranks
  END INTERFACE
  PROCEDURE(MPI_Group_translate_ranks) :: PMPI_Group_translate_ranks
  INTERFACE
    SUBROUTINE MPI_Group_union(group1, group2, newgroup, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group1, group2
      TYPE(MPI_Group), INTENT(OUT) :: newgroup
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Group_union
  END INTERFACE
  PROCEDURE(MPI_Group_union) :: PMPI_Group_union
  INTERFACE MPI_Iallgather
    SUBROUTINE MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iallgather
    SUBROUTINE MPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iallgather_c
  END INTERFACE
  PROCEDURE(MPI_Iallgather) :: PMPI_Iallgather
  PROCEDURE(MPI_Iallgather_c) :: PMPI_Iallgather_c
  INTERFACE PMPI_Iallgather
    PROCEDURE PMPI_Iallgather, PMPI_Iallgather_c
  END INTERFACE
  INTERFACE MPI_Iallgatherv
    SUBROUTINE MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Iallgatherv
    SUBROUTINE MPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Iallgatherv_c
  END INTERFACE
  PROCEDURE(MPI_Iallgatherv) :: PMPI_Iallgatherv
  PROCEDURE(MPI_Iallgatherv_c) :: PMPI_Iallgatherv_c
  INTERFACE PMPI_Iallgatherv
    PROCEDURE PMPI_Iallgatherv, PMPI_Iallgatherv_c
  END INTERFACE
  INTERFACE MPI_Iallreduce
    SUBROUTINE MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iallreduce
    SUBROUTINE MPI_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iallreduce_c
  END INTERFACE
  PROCEDURE(MPI_Iallreduce) :: PMPI_Iallreduce
  PROCEDURE(MPI_Iallreduce_c) :: PMPI_Iallreduce_c
  INTERFACE PMPI_Iallreduce
    PROCEDURE PMPI_Iallreduce, PMPI_Iallreduce_c
  END INTERFACE
  INTERFACE MPI_Ialltoall
    SUBROUTINE MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ialltoall
    SUBROUTINE MPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ialltoall_c
  END INTERFACE
  PROCEDURE(MPI_Ialltoall) :: PMPI_Ialltoall
  PROCEDURE(MPI_Ialltoall_c) :: PMPI_Ialltoall_c
  INTERFACE PMPI_Ialltoall
    PROCEDURE PMPI_Ialltoall, PMPI_Ialltoall_c
  END INTERFACE
  INTERFACE MPI_Ialltoallv
    SUBROUTINE MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ialltoallv
    SUBROUTINE MPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ialltoallv_c
  END INTERFACE
  PROCEDURE(MPI_Ialltoallv) :: PMPI_Ialltoallv
  PROCEDURE(MPI_Ialltoallv_c) :: PMPI_Ialltoallv_c
  INTERFACE PMPI_Ialltoallv
    PROCEDURE PMPI_Ialltoallv, PMPI_Ialltoallv_c
  END INTERFACE
  INTERFACE MPI_Ialltoallw
    SUBROUTINE MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ialltoallw
    SUBROUTINE MPI_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
        rdispls, recvtypes, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ialltoallw_c
  END INTERFACE
  PROCEDURE(MPI_Ialltoallw) :: PMPI_Ialltoallw
  PROCEDURE(MPI_Ialltoallw_c) :: PMPI_Ialltoallw_c
  INTERFACE PMPI_Ialltoallw
    PROCEDURE PMPI_Ialltoallw, PMPI_Ialltoallw_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Ibarrier(comm, request, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ibarrier
  END INTERFACE
  PROCEDURE(MPI_Ibarrier) :: PMPI_Ibarrier
  INTERFACE MPI_Ibcast
    SUBROUTINE MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Ibcast
    SUBROUTINE MPI_Ibcast_c(buffer, count, datatype, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Ibcast_c
  END INTERFACE
  PROCEDURE(MPI_Ibcast) :: PMPI_Ibcast
  PROCEDURE(MPI_Ibcast_c) :: PMPI_Ibcast_c
  INTERFACE PMPI_Ibcast
    PROCEDURE PMPI_Ibcast, PMPI_Ibcast_c
  END INTERFACE
  INTERFACE MPI_Ibsend
    SUBROUTINE MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ibsend
    SUBROUTINE MPI_Ibsend_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ibsend_c
  END INTERFACE
  PROCEDURE(MPI_Ibsend) :: PMPI_Ibsend
  PROCEDURE(MPI_Ibsend_c) :: PMPI_Ibsend_c
  INTERFACE PMPI_Ibsend
    PROCEDURE PMPI_Ibsend, PMPI_Ibsend_c
  END INTERFACE
  INTERFACE MPI_Iexscan
    SUBROUTINE MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iexscan
    SUBROUTINE MPI_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iexscan_c
  END INTERFACE
  PROCEDURE(MPI_Iexscan) :: PMPI_Iexscan
  PROCEDURE(MPI_Iexscan_c) :: PMPI_Iexscan_c
  INTERFACE PMPI_Iexscan
    PROCEDURE PMPI_Iexscan, PMPI_Iexscan_c
  END INTERFACE
  INTERFACE MPI_Igather
    SUBROUTINE MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Igather
    SUBROUTINE MPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Igather_c
  END INTERFACE
  PROCEDURE(MPI_Igather) :: PMPI_Igather
  PROCEDURE(MPI_Igather_c) :: PMPI_Igather_c
  INTERFACE PMPI_Igather
    PROCEDURE PMPI_Igather, PMPI_Igather_c
  END INTERFACE
  INTERFACE MPI_Igatherv
    SUBROUTINE MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
        root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Igatherv
    SUBROUTINE MPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Igatherv_c
  END INTERFACE
  PROCEDURE(MPI_Igatherv) :: PMPI_Igatherv
  PROCEDURE(MPI_Igatherv_c) :: PMPI_Igatherv_c
  INTERFACE PMPI_Igatherv
    PROCEDURE PMPI_Igatherv, PMPI_Igatherv_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      LOGICAL, INTENT(OUT) :: flag
      TYPE(MPI_Message), INTENT(OUT) :: message
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Improbe
  END INTERFACE
  PROCEDURE(MPI_Improbe) :: PMPI_Improbe
  INTERFACE MPI_Imrecv
    SUBROUTINE MPI_Imrecv(buf, count, datatype, message, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Message), INTENT(INOUT) :: message
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Imrecv
    SUBROUTINE MPI_Imrecv_c(buf, count, datatype, message, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Message), INTENT(INOUT) :: message
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Imrecv_c
  END INTERFACE
  PROCEDURE(MPI_Imrecv) :: PMPI_Imrecv
  PROCEDURE(MPI_Imrecv_c) :: PMPI_Imrecv_c
  INTERFACE PMPI_Imrecv
    PROCEDURE PMPI_Imrecv, PMPI_Imrecv_c
  END INTERFACE
  INTERFACE MPI_Ineighbor_allgather
    SUBROUTINE MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_allgather
    SUBROUTINE MPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_allgather_c
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_allgather) :: PMPI_Ineighbor_allgather
  PROCEDURE(MPI_Ineighbor_allgather_c) :: PMPI_Ineighbor_allgather_c
  INTERFACE PMPI_Ineighbor_allgather
    PROCEDURE PMPI_Ineighbor_allgather, PMPI_Ineighbor_allgather_c
  END INTERFACE
  INTERFACE MPI_Ineighbor_allgatherv
    SUBROUTINE MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Ineighbor_allgatherv
    SUBROUTINE MPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Ineighbor_allgatherv_c
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_allgatherv) :: PMPI_Ineighbor_allgatherv
  PROCEDURE(MPI_Ineighbor_allgatherv_c) :: PMPI_Ineighbor_allgatherv_c
  INTERFACE PMPI_Ineighbor_allgatherv
    PROCEDURE PMPI_Ineighbor_allgatherv, PMPI_Ineighbor_allgatherv_c
  END INTERFACE
  INTERFACE MPI_Ineighbor_alltoall
    SUBROUTINE MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoall
    SUBROUTINE MPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoall_c
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_alltoall) :: PMPI_Ineighbor_alltoall
  PROCEDURE(MPI_Ineighbor_alltoall_c) :: PMPI_Ineighbor_alltoall_c
  INTERFACE PMPI_Ineighbor_alltoall
    PROCEDURE PMPI_Ineighbor_alltoall, PMPI_Ineighbor_alltoall_c
  END INTERFACE
  INTERFACE MPI_Ineighbor_alltoallv
    SUBROUTINE MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoallv
    SUBROUTINE MPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoallv_c
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_alltoallv) :: PMPI_Ineighbor_alltoallv
  PROCEDURE(MPI_Ineighbor_alltoallv_c) :: PMPI_Ineighbor_alltoallv_c
  INTERFACE PMPI_Ineighbor_alltoallv
    PROCEDURE PMPI_Ineighbor_alltoallv, PMPI_Ineighbor_alltoallv_c
  END INTERFACE
  INTERFACE MPI_Ineighbor_alltoallw
    SUBROUTINE MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoallw
    SUBROUTINE MPI_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ineighbor_alltoallw_c
  END INTERFACE
  PROCEDURE(MPI_Ineighbor_alltoallw) :: PMPI_Ineighbor_alltoallw
  PROCEDURE(MPI_Ineighbor_alltoallw_c) :: PMPI_Ineighbor_alltoallw_c
  INTERFACE PMPI_Ineighbor_alltoallw
    PROCEDURE PMPI_Ineighbor_alltoallw, PMPI_Ineighbor_alltoallw_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Info_create(info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(OUT) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Info_create
  END INTERFACE
  PROCEDURE(MPI_Info_create) :: PMPI_Info_create
  INTERFACE
    SUBROUTINE MPI_Info_create_env(info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(OUT) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Info_create_env
  END INTERFACE
  PROCEDURE(MPI_Info_create_env) :: PMPI_Info_create_env
  INTERFACE
    SUBROUTINE MPI_Info_delete(info, key, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: key
    END SUBROUTINE MPI_Info_delete
  END INTERFACE
  PROCEDURE(MPI_Info_delete) :: PMPI_Info_delete
  INTERFACE
    SUBROUTINE MPI_Info_dup(info, newinfo, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Info), INTENT(OUT) :: newinfo
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Info_dup
  END INTERFACE
  PROCEDURE(MPI_Info_dup) :: PMPI_Info_dup
  INTERFACE
    SUBROUTINE MPI_Info_free(info, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(INOUT) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Info_free
  END INTERFACE
  PROCEDURE(MPI_Info_free) :: PMPI_Info_free
  INTERFACE
    SUBROUTINE MPI_Info_get(info, key, valuelen, value, flag, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(IN) :: valuelen
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: key
      CHARACTER(LEN=valuelen), INTENT(OUT) :: value
    END SUBROUTINE MPI_Info_get
  END INTERFACE
  PROCEDURE(MPI_Info_get) :: PMPI_Info_get
  INTERFACE
    SUBROUTINE MPI_Info_get_nkeys(info, nkeys, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(OUT) :: nkeys
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Info_get_nkeys
  END INTERFACE
  PROCEDURE(MPI_Info_get_nkeys) :: PMPI_Info_get_nkeys
  INTERFACE
    SUBROUTINE MPI_Info_get_nthkey(info, n, key, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(IN) :: n
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(OUT) :: key
    END SUBROUTINE MPI_Info_get_nthkey
  END INTERFACE
  PROCEDURE(MPI_Info_get_nthkey) :: PMPI_Info_get_nthkey
  INTERFACE
    SUBROUTINE MPI_Info_get_string(info, key, buflen, value, flag, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(INOUT) :: buflen
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: key
      CHARACTER(LEN=*), INTENT(OUT) :: value
    END SUBROUTINE MPI_Info_get_string
  END INTERFACE
  PROCEDURE(MPI_Info_get_string) :: PMPI_Info_get_string
  INTERFACE
    SUBROUTINE MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(OUT) :: valuelen
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: key
    END SUBROUTINE MPI_Info_get_valuelen
  END INTERFACE
  PROCEDURE(MPI_Info_get_valuelen) :: PMPI_Info_get_valuelen
  INTERFACE
    SUBROUTINE MPI_Info_set(info, key, value, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: key, value
    END SUBROUTINE MPI_Info_set
  END INTERFACE
  PROCEDURE(MPI_Info_set) :: PMPI_Info_set
  INTERFACE
    SUBROUTINE MPI_Init(ierror)
      IMPORT
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Init
  END INTERFACE
  PROCEDURE(MPI_Init) :: PMPI_Init
  INTERFACE
    SUBROUTINE MPI_Init_thread(required, provided, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: required
      INTEGER, INTENT(OUT) :: provided
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Init_thread
  END INTERFACE
  PROCEDURE(MPI_Init_thread) :: PMPI_Init_thread
  INTERFACE
    SUBROUTINE MPI_Initialized(flag, ierror)
      IMPORT
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Initialized
  END INTERFACE
  PROCEDURE(MPI_Initialized) :: PMPI_Initialized
  INTERFACE
    SUBROUTINE MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, &
        newintercomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: local_comm, peer_comm
      INTEGER, INTENT(IN) :: local_leader, remote_leader, tag
      TYPE(MPI_Comm), INTENT(OUT) :: newintercomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Intercomm_create
  END INTERFACE
  PROCEDURE(MPI_Intercomm_create) :: PMPI_Intercomm_create
  INTERFACE
    SUBROUTINE MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, &
        remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: local_group, remote_group
      INTEGER, INTENT(IN) :: local_leader, remote_leader
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      TYPE(MPI_Comm), INTENT(OUT) :: newintercomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: stringtag
    END SUBROUTINE MPI_Intercomm_create_from_groups
  END INTERFACE
  PROCEDURE(MPI_Intercomm_create_from_groups) :: PMPI_Intercomm_create_from_groups
  INTERFACE
    SUBROUTINE MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: intercomm
      LOGICAL, INTENT(IN) :: high
      TYPE(MPI_Comm), INTENT(OUT) :: newintracomm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Intercomm_merge
  END INTERFACE
  PROCEDURE(MPI_Intercomm_merge) :: PMPI_Intercomm_merge
  INTERFACE
    SUBROUTINE MPI_Iprobe(source, tag, comm, flag, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      LOGICAL, INTENT(OUT) :: flag
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Iprobe
  END INTERFACE
  PROCEDURE(MPI_Iprobe) :: PMPI_Iprobe
  INTERFACE MPI_Irecv
    SUBROUTINE MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count, source, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Irecv
    SUBROUTINE MPI_Irecv_c(buf, count, datatype, source, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Irecv_c
  END INTERFACE
  PROCEDURE(MPI_Irecv) :: PMPI_Irecv
  PROCEDURE(MPI_Irecv_c) :: PMPI_Irecv_c
  INTERFACE PMPI_Irecv
    PROCEDURE PMPI_Irecv, PMPI_Irecv_c
  END INTERFACE
  INTERFACE MPI_Ireduce
    SUBROUTINE MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ireduce
    SUBROUTINE MPI_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ireduce_c
  END INTERFACE
  PROCEDURE(MPI_Ireduce) :: PMPI_Ireduce
  PROCEDURE(MPI_Ireduce_c) :: PMPI_Ireduce_c
  INTERFACE PMPI_Ireduce
    PROCEDURE PMPI_Ireduce, PMPI_Ireduce_c
  END INTERFACE
  INTERFACE MPI_Ireduce_scatter
    SUBROUTINE MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*)
    END SUBROUTINE MPI_Ireduce_scatter
    SUBROUTINE MPI_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
    END SUBROUTINE MPI_Ireduce_scatter_c
  END INTERFACE
  PROCEDURE(MPI_Ireduce_scatter) :: PMPI_Ireduce_scatter
  PROCEDURE(MPI_Ireduce_scatter_c) :: PMPI_Ireduce_scatter_c
  INTERFACE PMPI_Ireduce_scatter
    PROCEDURE PMPI_Ireduce_scatter, PMPI_Ireduce_scatter_c
  END INTERFACE
  INTERFACE MPI_Ireduce_scatter_block
    SUBROUTINE MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ireduce_scatter_block
    SUBROUTINE MPI_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Ireduce_scatter_block_c
  END INTERFACE
  PROCEDURE(MPI_Ireduce_scatter_block) :: PMPI_Ireduce_scatter_block
  PROCEDURE(MPI_Ireduce_scatter_block_c) :: PMPI_Ireduce_scatter_block_c
  INTERFACE PMPI_Ireduce_scatter_block
    PROCEDURE PMPI_Ireduce_scatter_block, PMPI_Ireduce_scatter_block_c
  END INTERFACE
  INTERFACE MPI_Irsend
    SUBROUTINE MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Irsend
    SUBROUTINE MPI_Irsend_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Irsend_c
  END INTERFACE
  PROCEDURE(MPI_Irsend) :: PMPI_Irsend
  PROCEDURE(MPI_Irsend_c) :: PMPI_Irsend_c
  INTERFACE PMPI_Irsend
    PROCEDURE PMPI_Irsend, PMPI_Irsend_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Is_thread_main(flag, ierror)
      IMPORT
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Is_thread_main
  END INTERFACE
  PROCEDURE(MPI_Is_thread_main) :: PMPI_Is_thread_main
  INTERFACE MPI_Iscan
    SUBROUTINE MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iscan
    SUBROUTINE MPI_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iscan_c
  END INTERFACE
  PROCEDURE(MPI_Iscan) :: PMPI_Iscan
  PROCEDURE(MPI_Iscan_c) :: PMPI_Iscan_c
  INTERFACE PMPI_Iscan
    PROCEDURE PMPI_Iscan, PMPI_Iscan_c
  END INTERFACE
  INTERFACE MPI_Iscatter
    SUBROUTINE MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iscatter
    SUBROUTINE MPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iscatter_c
  END INTERFACE
  PROCEDURE(MPI_Iscatter) :: PMPI_Iscatter
  PROCEDURE(MPI_Iscatter_c) :: PMPI_Iscatter_c
  INTERFACE PMPI_Iscatter
    PROCEDURE PMPI_Iscatter, PMPI_Iscatter_c
  END INTERFACE
  INTERFACE MPI_Iscatterv
    SUBROUTINE MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: recvcount, root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), displs(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iscatterv
    SUBROUTINE MPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcount
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Iscatterv_c
  END INTERFACE
  PROCEDURE(MPI_Iscatterv) :: PMPI_Iscatterv
  PROCEDURE(MPI_Iscatterv_c) :: PMPI_Iscatterv_c
  INTERFACE PMPI_Iscatterv
    PROCEDURE PMPI_Iscatterv, PMPI_Iscatterv_c
  END INTERFACE
  INTERFACE MPI_Isend
    SUBROUTINE MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Isend
    SUBROUTINE MPI_Isend_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Isend_c
  END INTERFACE
  PROCEDURE(MPI_Isend) :: PMPI_Isend
  PROCEDURE(MPI_Isend_c) :: PMPI_Isend_c
  INTERFACE PMPI_Isend
    PROCEDURE PMPI_Isend, PMPI_Isend_c
  END INTERFACE
  INTERFACE MPI_Isendrecv
    SUBROUTINE MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, dest, sendtag, recvcount, source, recvtag
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Isendrecv
    SUBROUTINE MPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: dest, sendtag, source, recvtag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Isendrecv_c
  END INTERFACE
  PROCEDURE(MPI_Isendrecv) :: PMPI_Isendrecv
  PROCEDURE(MPI_Isendrecv_c) :: PMPI_Isendrecv_c
  INTERFACE PMPI_Isendrecv
    PROCEDURE PMPI_Isendrecv, PMPI_Isendrecv_c
  END INTERFACE
  INTERFACE MPI_Isendrecv_replace
    SUBROUTINE MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count, dest, sendtag, source, recvtag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Isendrecv_replace
    SUBROUTINE MPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, sendtag, source, recvtag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Isendrecv_replace_c
  END INTERFACE
  PROCEDURE(MPI_Isendrecv_replace) :: PMPI_Isendrecv_replace
  PROCEDURE(MPI_Isendrecv_replace_c) :: PMPI_Isendrecv_replace_c
  INTERFACE PMPI_Isendrecv_replace
    PROCEDURE PMPI_Isendrecv_replace, PMPI_Isendrecv_replace_c
  END INTERFACE
  INTERFACE MPI_Issend
    SUBROUTINE MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Issend
    SUBROUTINE MPI_Issend_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Issend_c
  END INTERFACE
  PROCEDURE(MPI_Issend) :: PMPI_Issend
  PROCEDURE(MPI_Issend_c) :: PMPI_Issend_c
  INTERFACE PMPI_Issend
    PROCEDURE PMPI_Issend, PMPI_Issend_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Lookup_name(service_name, info, port_name, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: service_name
      CHARACTER(LEN=MPI_MAX_PORT_NAME), INTENT(OUT) :: port_name
    END SUBROUTINE MPI_Lookup_name
  END INTERFACE
  PROCEDURE(MPI_Lookup_name) :: PMPI_Lookup_name
  INTERFACE
    SUBROUTINE MPI_Mprobe(source, tag, comm, message, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Message), INTENT(OUT) :: message
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Mprobe
  END INTERFACE
  PROCEDURE(MPI_Mprobe) :: PMPI_Mprobe
  INTERFACE MPI_Mrecv
    SUBROUTINE MPI_Mrecv(buf, count, datatype, message, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Message), INTENT(INOUT) :: message
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Mrecv
    SUBROUTINE MPI_Mrecv_c(buf, count, datatype, message, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Message), INTENT(INOUT) :: message
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Mrecv_c
  END INTERFACE
  PROCEDURE(MPI_Mrecv) :: PMPI_Mrecv
  PROCEDURE(MPI_Mrecv_c) :: PMPI_Mrecv_c
  INTERFACE PMPI_Mrecv
    PROCEDURE PMPI_Mrecv, PMPI_Mrecv_c
  END INTERFACE
  INTERFACE MPI_Neighbor_allgather
    SUBROUTINE MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_allgather
    SUBROUTINE MPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_allgather_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgather) :: PMPI_Neighbor_allgather
  PROCEDURE(MPI_Neighbor_allgather_c) :: PMPI_Neighbor_allgather_c
  INTERFACE PMPI_Neighbor_allgather
    PROCEDURE PMPI_Neighbor_allgather, PMPI_Neighbor_allgather_c
  END INTERFACE
  INTERFACE MPI_Neighbor_allgather_init
    SUBROUTINE MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_allgather_init
    SUBROUTINE MPI_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_allgather_init_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgather_init) :: PMPI_Neighbor_allgather_init
  PROCEDURE(MPI_Neighbor_allgather_init_c) :: PMPI_Neighbor_allgather_init_c
  INTERFACE PMPI_Neighbor_allgather_init
    PROCEDURE PMPI_Neighbor_allgather_init, PMPI_Neighbor_allgather_init_c
  END INTERFACE
  INTERFACE MPI_Neighbor_allgatherv
    SUBROUTINE MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Neighbor_allgatherv
    SUBROUTINE MPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Neighbor_allgatherv_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgatherv) :: PMPI_Neighbor_allgatherv
  PROCEDURE(MPI_Neighbor_allgatherv_c) :: PMPI_Neighbor_allgatherv_c
  INTERFACE PMPI_Neighbor_allgatherv
    PROCEDURE PMPI_Neighbor_allgatherv, PMPI_Neighbor_allgatherv_c
  END INTERFACE
  INTERFACE MPI_Neighbor_allgatherv_init
    SUBROUTINE MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*), displs(*)
    END SUBROUTINE MPI_Neighbor_allgatherv_init
    SUBROUTINE MPI_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
    END SUBROUTINE MPI_Neighbor_allgatherv_init_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_allgatherv_init) :: PMPI_Neighbor_allgatherv_init
  PROCEDURE(MPI_Neighbor_allgatherv_init_c) :: PMPI_Neighbor_allgatherv_init_c
  INTERFACE PMPI_Neighbor_allgatherv_init
    PROCEDURE PMPI_Neighbor_allgatherv_init, PMPI_Neighbor_allgatherv_init_c
  END INTERFACE
  INTERFACE MPI_Neighbor_alltoall
    SUBROUTINE MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoall
    SUBROUTINE MPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoall_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoall) :: PMPI_Neighbor_alltoall
  PROCEDURE(MPI_Neighbor_alltoall_c) :: PMPI_Neighbor_alltoall_c
  INTERFACE PMPI_Neighbor_alltoall
    PROCEDURE PMPI_Neighbor_alltoall, PMPI_Neighbor_alltoall_c
  END INTERFACE
  INTERFACE MPI_Neighbor_alltoall_init
    SUBROUTINE MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoall_init
    SUBROUTINE MPI_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoall_init_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoall_init) :: PMPI_Neighbor_alltoall_init
  PROCEDURE(MPI_Neighbor_alltoall_init_c) :: PMPI_Neighbor_alltoall_init_c
  INTERFACE PMPI_Neighbor_alltoall_init
    PROCEDURE PMPI_Neighbor_alltoall_init, PMPI_Neighbor_alltoall_init_c
  END INTERFACE
  INTERFACE MPI_Neighbor_alltoallv
    SUBROUTINE MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallv
    SUBROUTINE MPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallv_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallv) :: PMPI_Neighbor_alltoallv
  PROCEDURE(MPI_Neighbor_alltoallv_c) :: PMPI_Neighbor_alltoallv_c
  INTERFACE PMPI_Neighbor_alltoallv
    PROCEDURE PMPI_Neighbor_alltoallv, PMPI_Neighbor_alltoallv_c
  END INTERFACE
  INTERFACE MPI_Neighbor_alltoallv_init
    SUBROUTINE MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallv_init
    SUBROUTINE MPI_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallv_init_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallv_init) :: PMPI_Neighbor_alltoallv_init
  PROCEDURE(MPI_Neighbor_alltoallv_init_c) :: PMPI_Neighbor_alltoallv_init_c
  INTERFACE PMPI_Neighbor_alltoallv_init
    PROCEDURE PMPI_Neighbor_alltoallv_init, PMPI_Neighbor_alltoallv_init_c
  END INTERFACE
  INTERFACE MPI_Neighbor_alltoallw
    SUBROUTINE MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallw
    SUBROUTINE MPI_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallw_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallw) :: PMPI_Neighbor_alltoallw
  PROCEDURE(MPI_Neighbor_alltoallw_c) :: PMPI_Neighbor_alltoallw_c
  INTERFACE PMPI_Neighbor_alltoallw
    PROCEDURE PMPI_Neighbor_alltoallw, PMPI_Neighbor_alltoallw_c
  END INTERFACE
  INTERFACE MPI_Neighbor_alltoallw_init
    SUBROUTINE MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallw_init
    SUBROUTINE MPI_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*), recvcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: sdispls(*), rdispls(*)
      TYPE(MPI_Datatype), INTENT(IN) :: sendtypes(*), recvtypes(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Neighbor_alltoallw_init_c
  END INTERFACE
  PROCEDURE(MPI_Neighbor_alltoallw_init) :: PMPI_Neighbor_alltoallw_init
  PROCEDURE(MPI_Neighbor_alltoallw_init_c) :: PMPI_Neighbor_alltoallw_init_c
  INTERFACE PMPI_Neighbor_alltoallw_init
    PROCEDURE PMPI_Neighbor_alltoallw_init, PMPI_Neighbor_alltoallw_init_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Op_commutative(op, commute, ierror)
      IMPORT
      TYPE(MPI_Op), INTENT(IN) :: op
      LOGICAL, INTENT(OUT) :: commute
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Op_commutative
  END INTERFACE
  PROCEDURE(MPI_Op_commutative) :: PMPI_Op_commutative
  INTERFACE
    SUBROUTINE MPI_Op_create_c(user_fn, commute, op, ierror)
      IMPORT
      PROCEDURE(MPI_User_function_c) :: user_fn
      LOGICAL, INTENT(IN) :: commute
      TYPE(MPI_Op), INTENT(OUT) :: op
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Op_create_c
  END INTERFACE
  PROCEDURE(MPI_Op_create_c) :: PMPI_Op_create_c
  INTERFACE
    SUBROUTINE MPI_Op_create(user_fn, commute, op, ierror)
      IMPORT
      PROCEDURE(MPI_User_function) :: user_fn
      LOGICAL, INTENT(IN) :: commute
      TYPE(MPI_Op), INTENT(OUT) :: op
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Op_create
  END INTERFACE
  PROCEDURE(MPI_Op_create) :: PMPI_Op_create
  INTERFACE
    SUBROUTINE MPI_Op_free(op, ierror)
      IMPORT
      TYPE(MPI_Op), INTENT(INOUT) :: op
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Op_free
  END INTERFACE
  PROCEDURE(MPI_Op_free) :: PMPI_Op_free
  INTERFACE
    SUBROUTINE MPI_Open_port(info, port_name, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_PORT_NAME), INTENT(OUT) :: port_name
    END SUBROUTINE MPI_Open_port
  END INTERFACE
  PROCEDURE(MPI_Open_port) :: PMPI_Open_port
  INTERFACE MPI_Pack
    SUBROUTINE MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER, INTENT(IN) :: incount, outsize
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(INOUT) :: position
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Pack
    SUBROUTINE MPI_Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: incount, outsize
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(INOUT) :: position
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Pack_c
  END INTERFACE
  PROCEDURE(MPI_Pack) :: PMPI_Pack
  PROCEDURE(MPI_Pack_c) :: PMPI_Pack_c
  INTERFACE PMPI_Pack
    PROCEDURE PMPI_Pack, PMPI_Pack_c
  END INTERFACE
  INTERFACE MPI_Pack_external
    SUBROUTINE MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER, INTENT(IN) :: incount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: outsize
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(INOUT) :: position
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Pack_external
    SUBROUTINE MPI_Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize, position, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: incount, outsize
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(INOUT) :: position
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Pack_external_c
  END INTERFACE
  PROCEDURE(MPI_Pack_external) :: PMPI_Pack_external
  PROCEDURE(MPI_Pack_external_c) :: PMPI_Pack_external_c
  INTERFACE PMPI_Pack_external
    PROCEDURE PMPI_Pack_external, PMPI_Pack_external_c
  END INTERFACE
  INTERFACE MPI_Pack_external_size
    SUBROUTINE MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: incount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
    END SUBROUTINE MPI_Pack_external_size
    SUBROUTINE MPI_Pack_external_size_c(datarep, incount, datatype, size, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: incount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
    END SUBROUTINE MPI_Pack_external_size_c
  END INTERFACE
  PROCEDURE(MPI_Pack_external_size) :: PMPI_Pack_external_size
  PROCEDURE(MPI_Pack_external_size_c) :: PMPI_Pack_external_size_c
  INTERFACE PMPI_Pack_external_size
    PROCEDURE PMPI_Pack_external_size, PMPI_Pack_external_size_c
  END INTERFACE
  INTERFACE MPI_Pack_size
    SUBROUTINE MPI_Pack_size(incount, datatype, comm, size, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: incount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Pack_size
    SUBROUTINE MPI_Pack_size_c(incount, datatype, comm, size, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: incount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Pack_size_c
  END INTERFACE
  PROCEDURE(MPI_Pack_size) :: PMPI_Pack_size
  PROCEDURE(MPI_Pack_size_c) :: PMPI_Pack_size_c
  INTERFACE PMPI_Pack_size
    PROCEDURE PMPI_Pack_size, PMPI_Pack_size_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Parrived(request, partition, flag, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(IN) :: request
      INTEGER, INTENT(IN) :: partition
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Parrived
  END INTERFACE
  PROCEDURE(MPI_Parrived) :: PMPI_Parrived
  INTERFACE
    SUBROUTINE MPI_Pcontrol(level)
      IMPORT
      INTEGER, INTENT(IN) :: level
    END SUBROUTINE MPI_Pcontrol
  END INTERFACE
  PROCEDURE(MPI_Pcontrol) :: PMPI_Pcontrol
  INTERFACE
    SUBROUTINE MPI_Pready(partition, request, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: partition
      TYPE(MPI_Request), INTENT(IN) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Pready
  END INTERFACE
  PROCEDURE(MPI_Pready) :: PMPI_Pready
  INTERFACE
    SUBROUTINE MPI_Pready_list(length, array_of_partitions, request, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: length
      TYPE(MPI_Request), INTENT(IN) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_partitions(length)
    END SUBROUTINE MPI_Pready_list
  END INTERFACE
  PROCEDURE(MPI_Pready_list) :: PMPI_Pready_list
  INTERFACE
    SUBROUTINE MPI_Pready_range(partition_low, partition_high, request, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: partition_low, partition_high
      TYPE(MPI_Request), INTENT(IN) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Pready_range
  END INTERFACE
  PROCEDURE(MPI_Pready_range) :: PMPI_Pready_range
  INTERFACE
    SUBROUTINE MPI_Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: partitions, source, tag
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Precv_init
  END INTERFACE
  PROCEDURE(MPI_Precv_init) :: PMPI_Precv_init
  INTERFACE
    SUBROUTINE MPI_Probe(source, tag, comm, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Probe
  END INTERFACE
  PROCEDURE(MPI_Probe) :: PMPI_Probe
  INTERFACE
    SUBROUTINE MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: partitions, dest, tag
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Psend_init
  END INTERFACE
  PROCEDURE(MPI_Psend_init) :: PMPI_Psend_init
  INTERFACE
    SUBROUTINE MPI_Publish_name(service_name, info, port_name, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: service_name, port_name
    END SUBROUTINE MPI_Publish_name
  END INTERFACE
  PROCEDURE(MPI_Publish_name) :: PMPI_Publish_name
  INTERFACE MPI_Put
    SUBROUTINE MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER, INTENT(IN) :: origin_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Put
    SUBROUTINE MPI_Put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Put_c
  END INTERFACE
  PROCEDURE(MPI_Put) :: PMPI_Put
  PROCEDURE(MPI_Put_c) :: PMPI_Put_c
  INTERFACE PMPI_Put
    PROCEDURE PMPI_Put, PMPI_Put_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Query_thread(provided, ierror)
      IMPORT
      INTEGER, INTENT(OUT) :: provided
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Query_thread
  END INTERFACE
  PROCEDURE(MPI_Query_thread) :: PMPI_Query_thread
  INTERFACE MPI_Raccumulate
    SUBROUTINE MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER, INTENT(IN) :: origin_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Raccumulate
    SUBROUTINE MPI_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Raccumulate_c
  END INTERFACE
  PROCEDURE(MPI_Raccumulate) :: PMPI_Raccumulate
  PROCEDURE(MPI_Raccumulate_c) :: PMPI_Raccumulate_c
  INTERFACE PMPI_Raccumulate
    PROCEDURE PMPI_Raccumulate, PMPI_Raccumulate_c
  END INTERFACE
  INTERFACE MPI_Recv
    SUBROUTINE MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count, source, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Recv
    SUBROUTINE MPI_Recv_c(buf, count, datatype, source, tag, comm, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Recv_c
  END INTERFACE
  PROCEDURE(MPI_Recv) :: PMPI_Recv
  PROCEDURE(MPI_Recv_c) :: PMPI_Recv_c
  INTERFACE PMPI_Recv
    PROCEDURE PMPI_Recv, PMPI_Recv_c
  END INTERFACE
  INTERFACE MPI_Recv_init
    SUBROUTINE MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count, source, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Recv_init
    SUBROUTINE MPI_Recv_init_c(buf, count, datatype, source, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: source, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Recv_init_c
  END INTERFACE
  PROCEDURE(MPI_Recv_init) :: PMPI_Recv_init
  PROCEDURE(MPI_Recv_init_c) :: PMPI_Recv_init_c
  INTERFACE PMPI_Recv_init
    PROCEDURE PMPI_Recv_init, PMPI_Recv_init_c
  END INTERFACE
  INTERFACE MPI_Reduce
    SUBROUTINE MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce
    SUBROUTINE MPI_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_c
  END INTERFACE
  PROCEDURE(MPI_Reduce) :: PMPI_Reduce
  PROCEDURE(MPI_Reduce_c) :: PMPI_Reduce_c
  INTERFACE PMPI_Reduce
    PROCEDURE PMPI_Reduce, PMPI_Reduce_c
  END INTERFACE
  INTERFACE MPI_Reduce_init
    SUBROUTINE MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count, root
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_init
    SUBROUTINE MPI_Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_init_c
  END INTERFACE
  PROCEDURE(MPI_Reduce_init) :: PMPI_Reduce_init
  PROCEDURE(MPI_Reduce_init_c) :: PMPI_Reduce_init_c
  INTERFACE PMPI_Reduce_init
    PROCEDURE PMPI_Reduce_init, PMPI_Reduce_init_c
  END INTERFACE
  INTERFACE MPI_Reduce_local
    SUBROUTINE MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: inoutbuf
    END SUBROUTINE MPI_Reduce_local
    SUBROUTINE MPI_Reduce_local_c(inbuf, inoutbuf, count, datatype, op, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inoutbuf
!DIR$ IGNORE_TKR inoutbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: inoutbuf
    END SUBROUTINE MPI_Reduce_local_c
  END INTERFACE
  PROCEDURE(MPI_Reduce_local) :: PMPI_Reduce_local
  PROCEDURE(MPI_Reduce_local_c) :: PMPI_Reduce_local_c
  INTERFACE PMPI_Reduce_local
    PROCEDURE PMPI_Reduce_local, PMPI_Reduce_local_c
  END INTERFACE
  INTERFACE MPI_Reduce_scatter
    SUBROUTINE MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*)
    END SUBROUTINE MPI_Reduce_scatter
    SUBROUTINE MPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
    END SUBROUTINE MPI_Reduce_scatter_c
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter) :: PMPI_Reduce_scatter
  PROCEDURE(MPI_Reduce_scatter_c) :: PMPI_Reduce_scatter_c
  INTERFACE PMPI_Reduce_scatter
    PROCEDURE PMPI_Reduce_scatter, PMPI_Reduce_scatter_c
  END INTERFACE
  INTERFACE MPI_Reduce_scatter_block
    SUBROUTINE MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_scatter_block
    SUBROUTINE MPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_scatter_block_c
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter_block) :: PMPI_Reduce_scatter_block
  PROCEDURE(MPI_Reduce_scatter_block_c) :: PMPI_Reduce_scatter_block_c
  INTERFACE PMPI_Reduce_scatter_block
    PROCEDURE PMPI_Reduce_scatter_block, PMPI_Reduce_scatter_block_c
  END INTERFACE
  INTERFACE MPI_Reduce_scatter_block_init
    SUBROUTINE MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_scatter_block_init
    SUBROUTINE MPI_Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Reduce_scatter_block_init_c
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter_block_init) :: PMPI_Reduce_scatter_block_init
  PROCEDURE(MPI_Reduce_scatter_block_init_c) :: PMPI_Reduce_scatter_block_init_c
  INTERFACE PMPI_Reduce_scatter_block_init
    PROCEDURE PMPI_Reduce_scatter_block_init, PMPI_Reduce_scatter_block_init_c
  END INTERFACE
  INTERFACE MPI_Reduce_scatter_init
    SUBROUTINE MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER, INTENT(IN) :: recvcounts(*)
    END SUBROUTINE MPI_Reduce_scatter_init
    SUBROUTINE MPI_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
        request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcounts(*)
    END SUBROUTINE MPI_Reduce_scatter_init_c
  END INTERFACE
  PROCEDURE(MPI_Reduce_scatter_init) :: PMPI_Reduce_scatter_init
  PROCEDURE(MPI_Reduce_scatter_init_c) :: PMPI_Reduce_scatter_init_c
  INTERFACE PMPI_Reduce_scatter_init
    PROCEDURE PMPI_Reduce_scatter_init, PMPI_Reduce_scatter_init_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Remove_error_class(errorclass, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorclass
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Remove_error_class
  END INTERFACE
  PROCEDURE(MPI_Remove_error_class) :: PMPI_Remove_error_class
  INTERFACE
    SUBROUTINE MPI_Remove_error_code(errorcode, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Remove_error_code
  END INTERFACE
  PROCEDURE(MPI_Remove_error_code) :: PMPI_Remove_error_code
  INTERFACE
    SUBROUTINE MPI_Remove_error_string(errorcode, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Remove_error_string
  END INTERFACE
  PROCEDURE(MPI_Remove_error_string) :: PMPI_Remove_error_string
  INTERFACE
    SUBROUTINE MPI_Request_free(request, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(INOUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Request_free
  END INTERFACE
  PROCEDURE(MPI_Request_free) :: PMPI_Request_free
  INTERFACE
    SUBROUTINE MPI_Request_get_status(request, flag, status, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(IN) :: request
      LOGICAL, INTENT(OUT) :: flag
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Request_get_status
  END INTERFACE
  PROCEDURE(MPI_Request_get_status) :: PMPI_Request_get_status
  INTERFACE
    SUBROUTINE MPI_Request_get_status_all(count, array_of_requests, flag, array_of_statuses, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(IN) :: array_of_requests(count)
      TYPE(MPI_Status) :: array_of_statuses(*)
    END SUBROUTINE MPI_Request_get_status_all
  END INTERFACE
  PROCEDURE(MPI_Request_get_status_all) :: PMPI_Request_get_status_all
  INTERFACE
    SUBROUTINE MPI_Request_get_status_any(count, array_of_requests, index, flag, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      INTEGER, INTENT(OUT) :: index
      LOGICAL, INTENT(OUT) :: flag
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(IN) :: array_of_requests(count)
    END SUBROUTINE MPI_Request_get_status_any
  END INTERFACE
  PROCEDURE(MPI_Request_get_status_any) :: PMPI_Request_get_status_any
  INTERFACE
    SUBROUTINE MPI_Request_get_status_some(incount, array_of_requests, outcount, &
        array_of_indices, array_of_statuses, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: incount
      INTEGER, INTENT(OUT) :: outcount
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(IN) :: array_of_requests(incount)
      INTEGER, INTENT(OUT) :: array_of_indices(*)
      TYPE(MPI_Status) :: array_of_statuses(*)
    END SUBROUTINE MPI_Request_get_status_some
  END INTERFACE
  PROCEDURE(MPI_Request_get_status_some) :: PMPI_Request_get_status_some
  INTERFACE MPI_Rget
    SUBROUTINE MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER, INTENT(IN) :: origin_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Rget
    SUBROUTINE MPI_Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: origin_addr
    END SUBROUTINE MPI_Rget_c
  END INTERFACE
  PROCEDURE(MPI_Rget) :: PMPI_Rget
  PROCEDURE(MPI_Rget_c) :: PMPI_Rget_c
  INTERFACE PMPI_Rget
    PROCEDURE PMPI_Rget, PMPI_Rget_c
  END INTERFACE
  INTERFACE MPI_Rget_accumulate
    SUBROUTINE MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER, INTENT(IN) :: origin_count, result_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, result_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: result_addr
    END SUBROUTINE MPI_Rget_accumulate
    SUBROUTINE MPI_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, &
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, &
        op, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
!GCC$ ATTRIBUTES NO_ARG_CHECK :: result_addr
!DIR$ IGNORE_TKR result_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, result_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, result_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: result_addr
    END SUBROUTINE MPI_Rget_accumulate_c
  END INTERFACE
  PROCEDURE(MPI_Rget_accumulate) :: PMPI_Rget_accumulate
  PROCEDURE(MPI_Rget_accumulate_c) :: PMPI_Rget_accumulate_c
  INTERFACE PMPI_Rget_accumulate
    PROCEDURE PMPI_Rget_accumulate, PMPI_Rget_accumulate_c
  END INTERFACE
  INTERFACE MPI_Rput
    SUBROUTINE MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER, INTENT(IN) :: origin_count, target_rank, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Rput
    SUBROUTINE MPI_Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
        target_count, target_datatype, win, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: origin_addr
!DIR$ IGNORE_TKR origin_addr
      TYPE(*), DIMENSION(*), INTENT(IN) :: origin_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: origin_count, target_count
      TYPE(MPI_Datatype), INTENT(IN) :: origin_datatype, target_datatype
      INTEGER, INTENT(IN) :: target_rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: target_disp
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Rput_c
  END INTERFACE
  PROCEDURE(MPI_Rput) :: PMPI_Rput
  PROCEDURE(MPI_Rput_c) :: PMPI_Rput_c
  INTERFACE PMPI_Rput
    PROCEDURE PMPI_Rput, PMPI_Rput_c
  END INTERFACE
  INTERFACE MPI_Rsend
    SUBROUTINE MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Rsend
    SUBROUTINE MPI_Rsend_c(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Rsend_c
  END INTERFACE
  PROCEDURE(MPI_Rsend) :: PMPI_Rsend
  PROCEDURE(MPI_Rsend_c) :: PMPI_Rsend_c
  INTERFACE PMPI_Rsend
    PROCEDURE PMPI_Rsend, PMPI_Rsend_c
  END INTERFACE
  INTERFACE MPI_Rsend_init
    SUBROUTINE MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Rsend_init
    SUBROUTINE MPI_Rsend_init_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Rsend_init_c
  END INTERFACE
  PROCEDURE(MPI_Rsend_init) :: PMPI_Rsend_init
  PROCEDURE(MPI_Rsend_init_c) :: PMPI_Rsend_init_c
  INTERFACE PMPI_Rsend_init
    PROCEDURE PMPI_Rsend_init, PMPI_Rsend_init_c
  END INTERFACE
  INTERFACE MPI_Scan
    SUBROUTINE MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scan
    SUBROUTINE MPI_Scan_c(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scan_c
  END INTERFACE
  PROCEDURE(MPI_Scan) :: PMPI_Scan
  PROCEDURE(MPI_Scan_c) :: PMPI_Scan_c
  INTERFACE PMPI_Scan
    PROCEDURE PMPI_Scan, PMPI_Scan_c
  END INTERFACE
  INTERFACE MPI_Scan_init
    SUBROUTINE MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scan_init
    SUBROUTINE MPI_Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Op), INTENT(IN) :: op
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scan_init_c
  END INTERFACE
  PROCEDURE(MPI_Scan_init) :: PMPI_Scan_init
  PROCEDURE(MPI_Scan_init_c) :: PMPI_Scan_init_c
  INTERFACE PMPI_Scan_init
    PROCEDURE PMPI_Scan_init, PMPI_Scan_init_c
  END INTERFACE
  INTERFACE MPI_Scatter
    SUBROUTINE MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatter
    SUBROUTINE MPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatter_c
  END INTERFACE
  PROCEDURE(MPI_Scatter) :: PMPI_Scatter
  PROCEDURE(MPI_Scatter_c) :: PMPI_Scatter_c
  INTERFACE PMPI_Scatter
    PROCEDURE PMPI_Scatter, PMPI_Scatter_c
  END INTERFACE
  INTERFACE MPI_Scatter_init
    SUBROUTINE MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
        comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, recvcount, root
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatter_init
    SUBROUTINE MPI_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatter_init_c
  END INTERFACE
  PROCEDURE(MPI_Scatter_init) :: PMPI_Scatter_init
  PROCEDURE(MPI_Scatter_init_c) :: PMPI_Scatter_init_c
  INTERFACE PMPI_Scatter_init
    PROCEDURE PMPI_Scatter_init, PMPI_Scatter_init_c
  END INTERFACE
  INTERFACE MPI_Scatterv
    SUBROUTINE MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: recvcount, root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), displs(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatterv
    SUBROUTINE MPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcount
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatterv_c
  END INTERFACE
  PROCEDURE(MPI_Scatterv) :: PMPI_Scatterv
  PROCEDURE(MPI_Scatterv_c) :: PMPI_Scatterv_c
  INTERFACE PMPI_Scatterv
    PROCEDURE PMPI_Scatterv, PMPI_Scatterv_c
  END INTERFACE
  INTERFACE MPI_Scatterv_init
    SUBROUTINE MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: recvcount, root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: sendcounts(*), displs(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatterv_init
    SUBROUTINE MPI_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, info, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: recvcount
      INTEGER, INTENT(IN) :: root
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcounts(*)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: displs(*)
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Scatterv_init_c
  END INTERFACE
  PROCEDURE(MPI_Scatterv_init) :: PMPI_Scatterv_init
  PROCEDURE(MPI_Scatterv_init_c) :: PMPI_Scatterv_init_c
  INTERFACE PMPI_Scatterv_init
    PROCEDURE PMPI_Scatterv_init, PMPI_Scatterv_init_c
  END INTERFACE
  INTERFACE MPI_Send
    SUBROUTINE MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Send
    SUBROUTINE MPI_Send_c(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Send_c
  END INTERFACE
  PROCEDURE(MPI_Send) :: PMPI_Send
  PROCEDURE(MPI_Send_c) :: PMPI_Send_c
  INTERFACE PMPI_Send
    PROCEDURE PMPI_Send, PMPI_Send_c
  END INTERFACE
  INTERFACE MPI_Send_init
    SUBROUTINE MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Send_init
    SUBROUTINE MPI_Send_init_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Send_init_c
  END INTERFACE
  PROCEDURE(MPI_Send_init) :: PMPI_Send_init
  PROCEDURE(MPI_Send_init_c) :: PMPI_Send_init_c
  INTERFACE PMPI_Send_init
    PROCEDURE PMPI_Send_init, PMPI_Send_init_c
  END INTERFACE
  INTERFACE MPI_Sendrecv
    SUBROUTINE MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER, INTENT(IN) :: sendcount, dest, sendtag, recvcount, source, recvtag
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Sendrecv
    SUBROUTINE MPI_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
        recvtype, source, recvtag, comm, status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
!DIR$ IGNORE_TKR sendbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
!DIR$ IGNORE_TKR recvbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: sendbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: sendcount, recvcount
      TYPE(MPI_Datatype), INTENT(IN) :: sendtype, recvtype
      INTEGER, INTENT(IN) :: dest, sendtag, source, recvtag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: recvbuf
    END SUBROUTINE MPI_Sendrecv_c
  END INTERFACE
  PROCEDURE(MPI_Sendrecv) :: PMPI_Sendrecv
  PROCEDURE(MPI_Sendrecv_c) :: PMPI_Sendrecv_c
  INTERFACE PMPI_Sendrecv
    PROCEDURE PMPI_Sendrecv, PMPI_Sendrecv_c
  END INTERFACE
  INTERFACE MPI_Sendrecv_replace
    SUBROUTINE MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER, INTENT(IN) :: count, dest, sendtag, source, recvtag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Sendrecv_replace
    SUBROUTINE MPI_Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
        status, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, sendtag, source, recvtag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE MPI_Sendrecv_replace_c
  END INTERFACE
  PROCEDURE(MPI_Sendrecv_replace) :: PMPI_Sendrecv_replace
  PROCEDURE(MPI_Sendrecv_replace_c) :: PMPI_Sendrecv_replace_c
  INTERFACE PMPI_Sendrecv_replace
    PROCEDURE PMPI_Sendrecv_replace, PMPI_Sendrecv_replace_c
  END INTERFACE
  INTERFACE MPI_Session_attach_buffer
    SUBROUTINE MPI_Session_attach_buffer(session, buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      TYPE(MPI_Session), INTENT(IN) :: session
      INTEGER, INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Session_attach_buffer
    SUBROUTINE MPI_Session_attach_buffer_c(session, buffer, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buffer
!DIR$ IGNORE_TKR buffer
      TYPE(MPI_Session), INTENT(IN) :: session
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: buffer
    END SUBROUTINE MPI_Session_attach_buffer_c
  END INTERFACE
  PROCEDURE(MPI_Session_attach_buffer) :: PMPI_Session_attach_buffer
  PROCEDURE(MPI_Session_attach_buffer_c) :: PMPI_Session_attach_buffer_c
  INTERFACE PMPI_Session_attach_buffer
    PROCEDURE PMPI_Session_attach_buffer, PMPI_Session_attach_buffer_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Session_call_errhandler(session, errorcode, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_call_errhandler) :: PMPI_Session_call_errhandler
  INTERFACE
    SUBROUTINE MPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      IMPORT
      PROCEDURE(MPI_Session_errhandler_function) :: session_errhandler_fn
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_create_errhandler) :: PMPI_Session_create_errhandler
  INTERFACE MPI_Session_detach_buffer
    SUBROUTINE MPI_Session_detach_buffer_cptr(session, buffer_addr, size, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(C_PTR), INTENT(OUT) :: buffer_addr
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_detach_buffer_cptr
    SUBROUTINE MPI_Session_detach_buffer_cptr_c(session, buffer_addr, size, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(C_PTR), INTENT(OUT) :: buffer_addr
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_detach_buffer_cptr_c
  END INTERFACE
  PROCEDURE(MPI_Session_detach_buffer_cptr) :: PMPI_Session_detach_buffer_cptr
  PROCEDURE(MPI_Session_detach_buffer_cptr_c) :: PMPI_Session_detach_buffer_cptr_c
  INTERFACE PMPI_Session_detach_buffer
    PROCEDURE PMPI_Session_detach_buffer_cptr, PMPI_Session_detach_buffer_cptr_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Session_finalize(session, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(INOUT) :: session
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_finalize
  END INTERFACE
  PROCEDURE(MPI_Session_finalize) :: PMPI_Session_finalize
  INTERFACE
    SUBROUTINE MPI_Session_flush_buffer(session, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_flush_buffer
  END INTERFACE
  PROCEDURE(MPI_Session_flush_buffer) :: PMPI_Session_flush_buffer
  INTERFACE
    SUBROUTINE MPI_Session_get_errhandler(session, errhandler, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_get_errhandler) :: PMPI_Session_get_errhandler
  INTERFACE
    SUBROUTINE MPI_Session_get_info(session, info_used, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Info), INTENT(OUT) :: info_used
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_get_info
  END INTERFACE
  PROCEDURE(MPI_Session_get_info) :: PMPI_Session_get_info
  INTERFACE
    SUBROUTINE MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(IN) :: n
      INTEGER, INTENT(INOUT) :: pset_len
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(OUT) :: pset_name
    END SUBROUTINE MPI_Session_get_nth_pset
  END INTERFACE
  PROCEDURE(MPI_Session_get_nth_pset) :: PMPI_Session_get_nth_pset
  INTERFACE
    SUBROUTINE MPI_Session_get_num_psets(session, info, npset_names, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, INTENT(OUT) :: npset_names
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_get_num_psets
  END INTERFACE
  PROCEDURE(MPI_Session_get_num_psets) :: PMPI_Session_get_num_psets
  INTERFACE
    SUBROUTINE MPI_Session_get_pset_info(session, pset_name, info, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Info), INTENT(OUT) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: pset_name
    END SUBROUTINE MPI_Session_get_pset_info
  END INTERFACE
  PROCEDURE(MPI_Session_get_pset_info) :: PMPI_Session_get_pset_info
  INTERFACE
    SUBROUTINE MPI_Session_iflush_buffer(session, request, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_iflush_buffer
  END INTERFACE
  PROCEDURE(MPI_Session_iflush_buffer) :: PMPI_Session_iflush_buffer
  INTERFACE
    SUBROUTINE MPI_Session_init(info, errhandler, session, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      TYPE(MPI_Session), INTENT(OUT) :: session
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_init
  END INTERFACE
  PROCEDURE(MPI_Session_init) :: PMPI_Session_init
  INTERFACE
    SUBROUTINE MPI_Session_set_errhandler(session, errhandler, ierror)
      IMPORT
      TYPE(MPI_Session), INTENT(IN) :: session
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Session_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_Session_set_errhandler) :: PMPI_Session_set_errhandler
  INTERFACE MPI_Ssend
    SUBROUTINE MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ssend
    SUBROUTINE MPI_Ssend_c(buf, count, datatype, dest, tag, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ssend_c
  END INTERFACE
  PROCEDURE(MPI_Ssend) :: PMPI_Ssend
  PROCEDURE(MPI_Ssend_c) :: PMPI_Ssend_c
  INTERFACE PMPI_Ssend
    PROCEDURE PMPI_Ssend, PMPI_Ssend_c
  END INTERFACE
  INTERFACE MPI_Ssend_init
    SUBROUTINE MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER, INTENT(IN) :: count, dest, tag
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ssend_init
    SUBROUTINE MPI_Ssend_init_c(buf, count, datatype, dest, tag, comm, request, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*), INTENT(IN) :: buf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: dest, tag
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Request), INTENT(OUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Ssend_init_c
  END INTERFACE
  PROCEDURE(MPI_Ssend_init) :: PMPI_Ssend_init
  PROCEDURE(MPI_Ssend_init_c) :: PMPI_Ssend_init_c
  INTERFACE PMPI_Ssend_init
    PROCEDURE PMPI_Ssend_init, PMPI_Ssend_init_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Start(request, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(INOUT) :: request
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Start
  END INTERFACE
  PROCEDURE(MPI_Start) :: PMPI_Start
  INTERFACE
    SUBROUTINE MPI_Startall(count, array_of_requests, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(count)
    END SUBROUTINE MPI_Startall
  END INTERFACE
  PROCEDURE(MPI_Startall) :: PMPI_Startall
  INTERFACE
    SUBROUTINE MPI_Status_f082f(f08_status, f_status, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: f08_status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: f_status(mpi_status_size)
    END SUBROUTINE MPI_Status_f082f
  END INTERFACE
  PROCEDURE(MPI_Status_f082f) :: PMPI_Status_f082f
  INTERFACE
    SUBROUTINE MPI_Status_f2f08(f_status, f08_status, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(OUT) :: f08_status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: f_status(mpi_status_size)
    END SUBROUTINE MPI_Status_f2f08
  END INTERFACE
  PROCEDURE(MPI_Status_f2f08) :: PMPI_Status_f2f08
  INTERFACE
    SUBROUTINE MPI_Status_get_error(status, err, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      INTEGER, INTENT(OUT) :: err
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_get_error
  END INTERFACE
  PROCEDURE(MPI_Status_get_error) :: PMPI_Status_get_error
  INTERFACE
    SUBROUTINE MPI_Status_get_source(status, source, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      INTEGER, INTENT(OUT) :: source
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_get_source
  END INTERFACE
  PROCEDURE(MPI_Status_get_source) :: PMPI_Status_get_source
  INTERFACE
    SUBROUTINE MPI_Status_get_tag(status, tag, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      INTEGER, INTENT(OUT) :: tag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_get_tag
  END INTERFACE
  PROCEDURE(MPI_Status_get_tag) :: PMPI_Status_get_tag
  INTERFACE
    SUBROUTINE MPI_Status_set_cancelled(status, flag, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      LOGICAL, INTENT(IN) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_cancelled
  END INTERFACE
  PROCEDURE(MPI_Status_set_cancelled) :: PMPI_Status_set_cancelled
  INTERFACE MPI_Status_set_elements
    SUBROUTINE MPI_Status_set_elements(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_elements
    SUBROUTINE MPI_Status_set_elements_c(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_elements_c
  END INTERFACE
  PROCEDURE(MPI_Status_set_elements) :: PMPI_Status_set_elements
  PROCEDURE(MPI_Status_set_elements_c) :: PMPI_Status_set_elements_c
  INTERFACE PMPI_Status_set_elements
    PROCEDURE PMPI_Status_set_elements, PMPI_Status_set_elements_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Status_set_elements_x(status, datatype, count, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_elements_x
  END INTERFACE
  PROCEDURE(MPI_Status_set_elements_x) :: PMPI_Status_set_elements_x
  INTERFACE
    SUBROUTINE MPI_Status_set_error(status, err, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      INTEGER, INTENT(IN) :: err
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_error
  END INTERFACE
  PROCEDURE(MPI_Status_set_error) :: PMPI_Status_set_error
  INTERFACE
    SUBROUTINE MPI_Status_set_source(status, source, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      INTEGER, INTENT(IN) :: source
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_source
  END INTERFACE
  PROCEDURE(MPI_Status_set_source) :: PMPI_Status_set_source
  INTERFACE
    SUBROUTINE MPI_Status_set_tag(status, tag, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(INOUT) :: status
      INTEGER, INTENT(IN) :: tag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Status_set_tag
  END INTERFACE
  PROCEDURE(MPI_Status_set_tag) :: PMPI_Status_set_tag
  INTERFACE
    SUBROUTINE MPI_Test(request, flag, status, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(INOUT) :: request
      LOGICAL, INTENT(OUT) :: flag
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Test
  END INTERFACE
  PROCEDURE(MPI_Test) :: PMPI_Test
  INTERFACE
    SUBROUTINE MPI_Test_cancelled(status, flag, ierror)
      IMPORT
      TYPE(MPI_Status), INTENT(IN) :: status
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Test_cancelled
  END INTERFACE
  PROCEDURE(MPI_Test_cancelled) :: PMPI_Test_cancelled
  INTERFACE
    SUBROUTINE MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(count)
      TYPE(MPI_Status) :: array_of_statuses(*)
    END SUBROUTINE MPI_Testall
  END INTERFACE
  PROCEDURE(MPI_Testall) :: PMPI_Testall
  INTERFACE
    SUBROUTINE MPI_Testany(count, array_of_requests, index, flag, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      INTEGER, INTENT(OUT) :: index
      LOGICAL, INTENT(OUT) :: flag
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(count)
    END SUBROUTINE MPI_Testany
  END INTERFACE
  PROCEDURE(MPI_Testany) :: PMPI_Testany
  INTERFACE
    SUBROUTINE MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: incount
      INTEGER, INTENT(OUT) :: outcount
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(incount)
      INTEGER, INTENT(OUT) :: array_of_indices(*)
      TYPE(MPI_Status) :: array_of_statuses(*)
    END SUBROUTINE MPI_Testsome
  END INTERFACE
  PROCEDURE(MPI_Testsome) :: PMPI_Testsome
  INTERFACE
    SUBROUTINE MPI_Topo_test(comm, status, ierror)
      IMPORT
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, INTENT(OUT) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Topo_test
  END INTERFACE
  PROCEDURE(MPI_Topo_test) :: PMPI_Topo_test
  INTERFACE
    SUBROUTINE MPI_Type_commit(datatype, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(INOUT) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_commit
  END INTERFACE
  PROCEDURE(MPI_Type_commit) :: PMPI_Type_commit
  INTERFACE MPI_Type_contiguous
    SUBROUTINE MPI_Type_contiguous(count, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_contiguous
    SUBROUTINE MPI_Type_contiguous_c(count, oldtype, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_contiguous_c
  END INTERFACE
  PROCEDURE(MPI_Type_contiguous) :: PMPI_Type_contiguous
  PROCEDURE(MPI_Type_contiguous_c) :: PMPI_Type_contiguous_c
  INTERFACE PMPI_Type_contiguous
    PROCEDURE PMPI_Type_contiguous, PMPI_Type_contiguous_c
  END INTERFACE
  INTERFACE MPI_Type_create_darray
    SUBROUTINE MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, &
        array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: size, rank, ndims, order
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_gsizes(ndims), array_of_distribs(ndims), &
        array_of_dargs(ndims), array_of_psizes(ndims)
    END SUBROUTINE MPI_Type_create_darray
    SUBROUTINE MPI_Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs, &
        array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: size, rank, ndims, order
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_gsizes(ndims)
      INTEGER, INTENT(IN) :: array_of_distribs(ndims), array_of_dargs(ndims), array_of_psizes(ndims)
    END SUBROUTINE MPI_Type_create_darray_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_darray) :: PMPI_Type_create_darray
  PROCEDURE(MPI_Type_create_darray_c) :: PMPI_Type_create_darray_c
  INTERFACE PMPI_Type_create_darray
    PROCEDURE PMPI_Type_create_darray, PMPI_Type_create_darray_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Type_create_f90_complex(p, r, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: p, r
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_f90_complex
  END INTERFACE
  PROCEDURE(MPI_Type_create_f90_complex) :: PMPI_Type_create_f90_complex
  INTERFACE
    SUBROUTINE MPI_Type_create_f90_integer(r, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: r
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_f90_integer
  END INTERFACE
  PROCEDURE(MPI_Type_create_f90_integer) :: PMPI_Type_create_f90_integer
  INTERFACE
    SUBROUTINE MPI_Type_create_f90_real(p, r, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: p, r
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_f90_real
  END INTERFACE
  PROCEDURE(MPI_Type_create_f90_real) :: PMPI_Type_create_f90_real
  INTERFACE MPI_Type_create_hindexed
    SUBROUTINE MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_blocklengths(count)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: array_of_displacements(count)
    END SUBROUTINE MPI_Type_create_hindexed
    SUBROUTINE MPI_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_blocklengths(count), &
        array_of_displacements(count)
    END SUBROUTINE MPI_Type_create_hindexed_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_hindexed) :: PMPI_Type_create_hindexed
  PROCEDURE(MPI_Type_create_hindexed_c) :: PMPI_Type_create_hindexed_c
  INTERFACE PMPI_Type_create_hindexed
    PROCEDURE PMPI_Type_create_hindexed, PMPI_Type_create_hindexed_c
  END INTERFACE
  INTERFACE MPI_Type_create_hindexed_block
    SUBROUTINE MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count, blocklength
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: array_of_displacements(count)
    END SUBROUTINE MPI_Type_create_hindexed_block
    SUBROUTINE MPI_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count, blocklength
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_displacements(count)
    END SUBROUTINE MPI_Type_create_hindexed_block_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_hindexed_block) :: PMPI_Type_create_hindexed_block
  PROCEDURE(MPI_Type_create_hindexed_block_c) :: PMPI_Type_create_hindexed_block_c
  INTERFACE PMPI_Type_create_hindexed_block
    PROCEDURE PMPI_Type_create_hindexed_block, PMPI_Type_create_hindexed_block_c
  END INTERFACE
  INTERFACE MPI_Type_create_hvector
    SUBROUTINE MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count, blocklength
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: stride
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_hvector
    SUBROUTINE MPI_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count, blocklength, stride
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_hvector_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_hvector) :: PMPI_Type_create_hvector
  PROCEDURE(MPI_Type_create_hvector_c) :: PMPI_Type_create_hvector_c
  INTERFACE PMPI_Type_create_hvector
    PROCEDURE PMPI_Type_create_hvector, PMPI_Type_create_hvector_c
  END INTERFACE
  INTERFACE MPI_Type_create_indexed_block
    SUBROUTINE MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, &
        newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count, blocklength
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_displacements(count)
    END SUBROUTINE MPI_Type_create_indexed_block
    SUBROUTINE MPI_Type_create_indexed_block_c(count, blocklength, array_of_displacements, &
        oldtype, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count, blocklength
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_displacements(count)
    END SUBROUTINE MPI_Type_create_indexed_block_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_indexed_block) :: PMPI_Type_create_indexed_block
  PROCEDURE(MPI_Type_create_indexed_block_c) :: PMPI_Type_create_indexed_block_c
  INTERFACE PMPI_Type_create_indexed_block
    PROCEDURE PMPI_Type_create_indexed_block, PMPI_Type_create_indexed_block_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
        extra_state, ierror)
      IMPORT
      PROCEDURE(MPI_Type_copy_attr_function) :: type_copy_attr_fn
      PROCEDURE(MPI_Type_delete_attr_function) :: type_delete_attr_fn
      INTEGER, INTENT(OUT) :: type_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: extra_state
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_keyval
  END INTERFACE
  PROCEDURE(MPI_Type_create_keyval) :: PMPI_Type_create_keyval
  INTERFACE
    SUBROUTINE MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: lb, extent
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_create_resized
  END INTERFACE
  PROCEDURE(MPI_Type_create_resized) :: PMPI_Type_create_resized
  INTERFACE MPI_Type_create_struct
    SUBROUTINE MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_blocklengths(count)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: array_of_displacements(count)
      TYPE(MPI_Datatype), INTENT(IN) :: array_of_types(count)
    END SUBROUTINE MPI_Type_create_struct
    SUBROUTINE MPI_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements, &
        array_of_types, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_blocklengths(count), &
        array_of_displacements(count)
      TYPE(MPI_Datatype), INTENT(IN) :: array_of_types(count)
    END SUBROUTINE MPI_Type_create_struct_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_struct) :: PMPI_Type_create_struct
  PROCEDURE(MPI_Type_create_struct_c) :: PMPI_Type_create_struct_c
  INTERFACE PMPI_Type_create_struct
    PROCEDURE PMPI_Type_create_struct, PMPI_Type_create_struct_c
  END INTERFACE
  INTERFACE MPI_Type_create_subarray
    SUBROUTINE MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: ndims, order
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_sizes(ndims), array_of_subsizes(ndims), array_of_starts(ndims)
    END SUBROUTINE MPI_Type_create_subarray
    SUBROUTINE MPI_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, &
        array_of_starts, order, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: ndims, order
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_sizes(ndims), &
        array_of_subsizes(ndims), array_of_starts(ndims)
    END SUBROUTINE MPI_Type_create_subarray_c
  END INTERFACE
  PROCEDURE(MPI_Type_create_subarray) :: PMPI_Type_create_subarray
  PROCEDURE(MPI_Type_create_subarray_c) :: PMPI_Type_create_subarray_c
  INTERFACE PMPI_Type_create_subarray
    PROCEDURE PMPI_Type_create_subarray, PMPI_Type_create_subarray_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Type_delete_attr(datatype, type_keyval, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: type_keyval
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_delete_attr
  END INTERFACE
  PROCEDURE(MPI_Type_delete_attr) :: PMPI_Type_delete_attr
  INTERFACE
    SUBROUTINE MPI_Type_dup(oldtype, newtype, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_dup
  END INTERFACE
  PROCEDURE(MPI_Type_dup) :: PMPI_Type_dup
  INTERFACE
    SUBROUTINE MPI_Type_free(datatype, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(INOUT) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_free
  END INTERFACE
  PROCEDURE(MPI_Type_free) :: PMPI_Type_free
  INTERFACE
    SUBROUTINE MPI_Type_free_keyval(type_keyval, ierror)
      IMPORT
      INTEGER, INTENT(INOUT) :: type_keyval
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_free_keyval
  END INTERFACE
  PROCEDURE(MPI_Type_free_keyval) :: PMPI_Type_free_keyval
  INTERFACE
    SUBROUTINE MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: type_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: attribute_val
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_attr
  END INTERFACE
  PROCEDURE(MPI_Type_get_attr) :: PMPI_Type_get_attr
  INTERFACE MPI_Type_get_contents
    SUBROUTINE MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
        array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: max_integers, max_addresses, max_datatypes
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: array_of_integers(max_integers)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: array_of_addresses(max_addresses)
      TYPE(MPI_Datatype), INTENT(OUT) :: array_of_datatypes(max_datatypes)
    END SUBROUTINE MPI_Type_get_contents
    SUBROUTINE MPI_Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts, &
        max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, &
        array_of_datatypes, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: max_integers, max_addresses, max_large_counts, &
        max_datatypes
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(OUT) :: array_of_integers(max_integers)
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: array_of_addresses(max_addresses)
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: array_of_large_counts(max_large_counts)
      TYPE(MPI_Datatype), INTENT(OUT) :: array_of_datatypes(max_datatypes)
    END SUBROUTINE MPI_Type_get_contents_c
  END INTERFACE
  PROCEDURE(MPI_Type_get_contents) :: PMPI_Type_get_contents
  PROCEDURE(MPI_Type_get_contents_c) :: PMPI_Type_get_contents_c
  INTERFACE PMPI_Type_get_contents
    PROCEDURE PMPI_Type_get_contents, PMPI_Type_get_contents_c
  END INTERFACE
  INTERFACE MPI_Type_get_envelope
    SUBROUTINE MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, &
        combiner, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(OUT) :: num_integers, num_addresses, num_datatypes, combiner
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_envelope
    SUBROUTINE MPI_Type_get_envelope_c(datatype, num_integers, num_addresses, num_large_counts, &
        num_datatypes, combiner, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: num_integers, num_addresses, num_large_counts, &
        num_datatypes
      INTEGER, INTENT(OUT) :: combiner
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_envelope_c
  END INTERFACE
  PROCEDURE(MPI_Type_get_envelope) :: PMPI_Type_get_envelope
  PROCEDURE(MPI_Type_get_envelope_c) :: PMPI_Type_get_envelope_c
  INTERFACE PMPI_Type_get_envelope
    PROCEDURE PMPI_Type_get_envelope, PMPI_Type_get_envelope_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Type_get_extent(datatype, lb, extent, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: lb, extent
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_extent
  END INTERFACE
  PROCEDURE(MPI_Type_get_extent) :: PMPI_Type_get_extent
  INTERFACE
    SUBROUTINE MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: lb, extent
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_extent_x
  END INTERFACE
  PROCEDURE(MPI_Type_get_extent_x) :: PMPI_Type_get_extent_x
  INTERFACE
    SUBROUTINE MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(OUT) :: resultlen
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_OBJECT_NAME), INTENT(OUT) :: type_name
    END SUBROUTINE MPI_Type_get_name
  END INTERFACE
  PROCEDURE(MPI_Type_get_name) :: PMPI_Type_get_name
  INTERFACE
    SUBROUTINE MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: true_lb, true_extent
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_true_extent
  END INTERFACE
  PROCEDURE(MPI_Type_get_true_extent) :: PMPI_Type_get_true_extent
  INTERFACE
    SUBROUTINE MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: true_lb, true_extent
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_true_extent_x
  END INTERFACE
  PROCEDURE(MPI_Type_get_true_extent_x) :: PMPI_Type_get_true_extent_x
  INTERFACE
    SUBROUTINE MPI_Type_get_value_index(value_type, index_type, pair_type, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: value_type, index_type
      TYPE(MPI_Datatype), INTENT(OUT) :: pair_type
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_get_value_index
  END INTERFACE
  PROCEDURE(MPI_Type_get_value_index) :: PMPI_Type_get_value_index
  INTERFACE MPI_Type_indexed
    SUBROUTINE MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
        newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER, INTENT(IN) :: array_of_blocklengths(count), array_of_displacements(count)
    END SUBROUTINE MPI_Type_indexed
    SUBROUTINE MPI_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, &
        newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: array_of_blocklengths(count), &
        array_of_displacements(count)
    END SUBROUTINE MPI_Type_indexed_c
  END INTERFACE
  PROCEDURE(MPI_Type_indexed) :: PMPI_Type_indexed
  PROCEDURE(MPI_Type_indexed_c) :: PMPI_Type_indexed_c
  INTERFACE PMPI_Type_indexed
    PROCEDURE PMPI_Type_indexed, PMPI_Type_indexed_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Type_match_size(typeclass, size, datatype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: typeclass, size
      TYPE(MPI_Datatype), INTENT(OUT) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_match_size
  END INTERFACE
  PROCEDURE(MPI_Type_match_size) :: PMPI_Type_match_size
  INTERFACE
    SUBROUTINE MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(IN) :: type_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: attribute_val
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_set_attr
  END INTERFACE
  PROCEDURE(MPI_Type_set_attr) :: PMPI_Type_set_attr
  INTERFACE
    SUBROUTINE MPI_Type_set_name(datatype, type_name, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: type_name
    END SUBROUTINE MPI_Type_set_name
  END INTERFACE
  PROCEDURE(MPI_Type_set_name) :: PMPI_Type_set_name
  INTERFACE MPI_Type_size
    SUBROUTINE MPI_Type_size(datatype, size, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_size
    SUBROUTINE MPI_Type_size_c(datatype, size, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_size_c
  END INTERFACE
  PROCEDURE(MPI_Type_size) :: PMPI_Type_size
  PROCEDURE(MPI_Type_size_c) :: PMPI_Type_size_c
  INTERFACE PMPI_Type_size
    PROCEDURE PMPI_Type_size, PMPI_Type_size_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Type_size_x(datatype, size, ierror)
      IMPORT
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_size_x
  END INTERFACE
  PROCEDURE(MPI_Type_size_x) :: PMPI_Type_size_x
  INTERFACE MPI_Type_vector
    SUBROUTINE MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count, blocklength, stride
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_vector
    SUBROUTINE MPI_Type_vector_c(count, blocklength, stride, oldtype, newtype, ierror)
      IMPORT
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: count, blocklength, stride
      TYPE(MPI_Datatype), INTENT(IN) :: oldtype
      TYPE(MPI_Datatype), INTENT(OUT) :: newtype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Type_vector_c
  END INTERFACE
  PROCEDURE(MPI_Type_vector) :: PMPI_Type_vector
  PROCEDURE(MPI_Type_vector_c) :: PMPI_Type_vector_c
  INTERFACE PMPI_Type_vector
    PROCEDURE PMPI_Type_vector, PMPI_Type_vector_c
  END INTERFACE
  INTERFACE MPI_Unpack
    SUBROUTINE MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER, INTENT(IN) :: insize, outcount
      INTEGER, INTENT(INOUT) :: position
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Unpack
    SUBROUTINE MPI_Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: insize, outcount
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(INOUT) :: position
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      TYPE(MPI_Comm), INTENT(IN) :: comm
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Unpack_c
  END INTERFACE
  PROCEDURE(MPI_Unpack) :: PMPI_Unpack
  PROCEDURE(MPI_Unpack_c) :: PMPI_Unpack_c
  INTERFACE PMPI_Unpack
    PROCEDURE PMPI_Unpack, PMPI_Unpack_c
  END INTERFACE
  INTERFACE MPI_Unpack_external
    SUBROUTINE MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
        ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: insize
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(INOUT) :: position
      INTEGER, INTENT(IN) :: outcount
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Unpack_external
    SUBROUTINE MPI_Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, &
        datatype, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf
!DIR$ IGNORE_TKR inbuf
!GCC$ ATTRIBUTES NO_ARG_CHECK :: outbuf
!DIR$ IGNORE_TKR outbuf
      TYPE(*), DIMENSION(*), INTENT(IN) :: inbuf
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(IN) :: insize, outcount
      INTEGER(KIND=MPI_COUNT_KIND), INTENT(INOUT) :: position
      TYPE(MPI_Datatype), INTENT(IN) :: datatype
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: datarep
      TYPE(*), DIMENSION(*) :: outbuf
    END SUBROUTINE MPI_Unpack_external_c
  END INTERFACE
  PROCEDURE(MPI_Unpack_external) :: PMPI_Unpack_external
  PROCEDURE(MPI_Unpack_external_c) :: PMPI_Unpack_external_c
  INTERFACE PMPI_Unpack_external
    PROCEDURE PMPI_Unpack_external, PMPI_Unpack_external_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Unpublish_name(service_name, info, port_name, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: service_name, port_name
    END SUBROUTINE MPI_Unpublish_name
  END INTERFACE
  PROCEDURE(MPI_Unpublish_name) :: PMPI_Unpublish_name
  INTERFACE
    SUBROUTINE MPI_Wait(request, status, ierror)
      IMPORT
      TYPE(MPI_Request), INTENT(INOUT) :: request
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Wait
  END INTERFACE
  PROCEDURE(MPI_Wait) :: PMPI_Wait
  INTERFACE
    SUBROUTINE MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(count)
      TYPE(MPI_Status) :: array_of_statuses(*)
    END SUBROUTINE MPI_Waitall
  END INTERFACE
  PROCEDURE(MPI_Waitall) :: PMPI_Waitall
  INTERFACE
    SUBROUTINE MPI_Waitany(count, array_of_requests, index, status, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: count
      INTEGER, INTENT(OUT) :: index
      TYPE(MPI_Status) :: status
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(count)
    END SUBROUTINE MPI_Waitany
  END INTERFACE
  PROCEDURE(MPI_Waitany) :: PMPI_Waitany
  INTERFACE
    SUBROUTINE MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, &
        array_of_statuses, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: incount
      INTEGER, INTENT(OUT) :: outcount
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(MPI_Request), INTENT(INOUT) :: array_of_requests(incount)
      INTEGER, INTENT(OUT) :: array_of_indices(*)
      TYPE(MPI_Status) :: array_of_statuses(*)
    END SUBROUTINE MPI_Waitsome
  END INTERFACE
  PROCEDURE(MPI_Waitsome) :: PMPI_Waitsome
  INTERFACE MPI_Win_allocate
    SUBROUTINE MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size
      INTEGER, INTENT(IN) :: disp_unit
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_allocate
    SUBROUTINE MPI_Win_allocate_c(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size, disp_unit
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_allocate_c
  END INTERFACE
  PROCEDURE(MPI_Win_allocate) :: PMPI_Win_allocate
  PROCEDURE(MPI_Win_allocate_c) :: PMPI_Win_allocate_c
  INTERFACE PMPI_Win_allocate
    PROCEDURE PMPI_Win_allocate, PMPI_Win_allocate_c
  END INTERFACE
  INTERFACE MPI_Win_allocate_shared
    SUBROUTINE MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size
      INTEGER, INTENT(IN) :: disp_unit
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_allocate_shared
    SUBROUTINE MPI_Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size, disp_unit
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_allocate_shared_c
  END INTERFACE
  PROCEDURE(MPI_Win_allocate_shared) :: PMPI_Win_allocate_shared
  PROCEDURE(MPI_Win_allocate_shared_c) :: PMPI_Win_allocate_shared_c
  INTERFACE PMPI_Win_allocate_shared
    PROCEDURE PMPI_Win_allocate_shared, PMPI_Win_allocate_shared_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Win_attach(win, base, size, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_attach
  END INTERFACE
  PROCEDURE(MPI_Win_attach) :: PMPI_Win_attach
  INTERFACE
    SUBROUTINE MPI_Win_call_errhandler(win, errorcode, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(IN) :: errorcode
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_call_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_call_errhandler) :: PMPI_Win_call_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_complete(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_complete
  END INTERFACE
  PROCEDURE(MPI_Win_complete) :: PMPI_Win_complete
  INTERFACE MPI_Win_create
    SUBROUTINE MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size
      INTEGER, INTENT(IN) :: disp_unit
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_create
    SUBROUTINE MPI_Win_create_c(base, size, disp_unit, info, comm, win, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: size, disp_unit
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_create_c
  END INTERFACE
  PROCEDURE(MPI_Win_create) :: PMPI_Win_create
  PROCEDURE(MPI_Win_create_c) :: PMPI_Win_create_c
  INTERFACE PMPI_Win_create
    PROCEDURE PMPI_Win_create, PMPI_Win_create_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Win_create_dynamic(info, comm, win, ierror)
      IMPORT
      TYPE(MPI_Info), INTENT(IN) :: info
      TYPE(MPI_Comm), INTENT(IN) :: comm
      TYPE(MPI_Win), INTENT(OUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_create_dynamic
  END INTERFACE
  PROCEDURE(MPI_Win_create_dynamic) :: PMPI_Win_create_dynamic
  INTERFACE
    SUBROUTINE MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      IMPORT
      PROCEDURE(MPI_Win_errhandler_function) :: win_errhandler_fn
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_create_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_create_errhandler) :: PMPI_Win_create_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, &
        extra_state, ierror)
      IMPORT
      PROCEDURE(MPI_Win_copy_attr_function) :: win_copy_attr_fn
      PROCEDURE(MPI_Win_delete_attr_function) :: win_delete_attr_fn
      INTEGER, INTENT(OUT) :: win_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: extra_state
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_create_keyval
  END INTERFACE
  PROCEDURE(MPI_Win_create_keyval) :: PMPI_Win_create_keyval
  INTERFACE
    SUBROUTINE MPI_Win_delete_attr(win, win_keyval, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(IN) :: win_keyval
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_delete_attr
  END INTERFACE
  PROCEDURE(MPI_Win_delete_attr) :: PMPI_Win_delete_attr
  INTERFACE
    SUBROUTINE MPI_Win_detach(win, base, ierror)
      IMPORT
!GCC$ ATTRIBUTES NO_ARG_CHECK :: base
!DIR$ IGNORE_TKR base
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      TYPE(*), DIMENSION(*) :: base
    END SUBROUTINE MPI_Win_detach
  END INTERFACE
  PROCEDURE(MPI_Win_detach) :: PMPI_Win_detach
  INTERFACE
    SUBROUTINE MPI_Win_fence(assert, win, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: assert
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_fence
  END INTERFACE
  PROCEDURE(MPI_Win_fence) :: PMPI_Win_fence
  INTERFACE
    SUBROUTINE MPI_Win_flush(rank, win, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: rank
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_flush
  END INTERFACE
  PROCEDURE(MPI_Win_flush) :: PMPI_Win_flush
  INTERFACE
    SUBROUTINE MPI_Win_flush_all(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_flush_all
  END INTERFACE
  PROCEDURE(MPI_Win_flush_all) :: PMPI_Win_flush_all
  INTERFACE
    SUBROUTINE MPI_Win_flush_local(rank, win, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: rank
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_flush_local
  END INTERFACE
  PROCEDURE(MPI_Win_flush_local) :: PMPI_Win_flush_local
  INTERFACE
    SUBROUTINE MPI_Win_flush_local_all(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_flush_local_all
  END INTERFACE
  PROCEDURE(MPI_Win_flush_local_all) :: PMPI_Win_flush_local_all
  INTERFACE
    SUBROUTINE MPI_Win_free(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(INOUT) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_free
  END INTERFACE
  PROCEDURE(MPI_Win_free) :: PMPI_Win_free
  INTERFACE
    SUBROUTINE MPI_Win_free_keyval(win_keyval, ierror)
      IMPORT
      INTEGER, INTENT(INOUT) :: win_keyval
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_free_keyval
  END INTERFACE
  PROCEDURE(MPI_Win_free_keyval) :: PMPI_Win_free_keyval
  INTERFACE
    SUBROUTINE MPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(IN) :: win_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: attribute_val
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_get_attr
  END INTERFACE
  PROCEDURE(MPI_Win_get_attr) :: PMPI_Win_get_attr
  INTERFACE
    SUBROUTINE MPI_Win_get_errhandler(win, errhandler, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Errhandler), INTENT(OUT) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_get_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_get_errhandler) :: PMPI_Win_get_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_get_group(win, group, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Group), INTENT(OUT) :: group
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_get_group
  END INTERFACE
  PROCEDURE(MPI_Win_get_group) :: PMPI_Win_get_group
  INTERFACE
    SUBROUTINE MPI_Win_get_info(win, info_used, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Info), INTENT(OUT) :: info_used
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_get_info
  END INTERFACE
  PROCEDURE(MPI_Win_get_info) :: PMPI_Win_get_info
  INTERFACE
    SUBROUTINE MPI_Win_get_name(win, win_name, resultlen, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(OUT) :: resultlen
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=MPI_MAX_OBJECT_NAME), INTENT(OUT) :: win_name
    END SUBROUTINE MPI_Win_get_name
  END INTERFACE
  PROCEDURE(MPI_Win_get_name) :: PMPI_Win_get_name
  INTERFACE
    SUBROUTINE MPI_Win_lock(lock_type, rank, assert, win, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: lock_type, rank, assert
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_lock
  END INTERFACE
  PROCEDURE(MPI_Win_lock) :: PMPI_Win_lock
  INTERFACE
    SUBROUTINE MPI_Win_lock_all(assert, win, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: assert
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_lock_all
  END INTERFACE
  PROCEDURE(MPI_Win_lock_all) :: PMPI_Win_lock_all
  INTERFACE
    SUBROUTINE MPI_Win_post(group, assert, win, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: assert
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_post
  END INTERFACE
  PROCEDURE(MPI_Win_post) :: PMPI_Win_post
  INTERFACE
    SUBROUTINE MPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(IN) :: win_keyval
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: attribute_val
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_set_attr
  END INTERFACE
  PROCEDURE(MPI_Win_set_attr) :: PMPI_Win_set_attr
  INTERFACE
    SUBROUTINE MPI_Win_set_errhandler(win, errhandler, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Errhandler), INTENT(IN) :: errhandler
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_set_errhandler
  END INTERFACE
  PROCEDURE(MPI_Win_set_errhandler) :: PMPI_Win_set_errhandler
  INTERFACE
    SUBROUTINE MPI_Win_set_info(win, info, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      TYPE(MPI_Info), INTENT(IN) :: info
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_set_info
  END INTERFACE
  PROCEDURE(MPI_Win_set_info) :: PMPI_Win_set_info
  INTERFACE
    SUBROUTINE MPI_Win_set_name(win, win_name, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
      CHARACTER(LEN=*), INTENT(IN) :: win_name
    END SUBROUTINE MPI_Win_set_name
  END INTERFACE
  PROCEDURE(MPI_Win_set_name) :: PMPI_Win_set_name
  INTERFACE MPI_Win_shared_query
    SUBROUTINE MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(IN) :: rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: size
      INTEGER, INTENT(OUT) :: disp_unit
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_shared_query
    SUBROUTINE MPI_Win_shared_query_c(win, rank, size, disp_unit, baseptr, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, INTENT(IN) :: rank
      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(OUT) :: size, disp_unit
      TYPE(C_PTR), INTENT(OUT) :: baseptr
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_shared_query_c
  END INTERFACE
  PROCEDURE(MPI_Win_shared_query) :: PMPI_Win_shared_query
  PROCEDURE(MPI_Win_shared_query_c) :: PMPI_Win_shared_query_c
  INTERFACE PMPI_Win_shared_query
    PROCEDURE PMPI_Win_shared_query, PMPI_Win_shared_query_c
  END INTERFACE
  INTERFACE
    SUBROUTINE MPI_Win_start(group, assert, win, ierror)
      IMPORT
      TYPE(MPI_Group), INTENT(IN) :: group
      INTEGER, INTENT(IN) :: assert
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_start
  END INTERFACE
  PROCEDURE(MPI_Win_start) :: PMPI_Win_start
  INTERFACE
    SUBROUTINE MPI_Win_sync(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_sync
  END INTERFACE
  PROCEDURE(MPI_Win_sync) :: PMPI_Win_sync
  INTERFACE
    SUBROUTINE MPI_Win_test(win, flag, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      LOGICAL, INTENT(OUT) :: flag
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_test
  END INTERFACE
  PROCEDURE(MPI_Win_test) :: PMPI_Win_test
  INTERFACE
    SUBROUTINE MPI_Win_unlock(rank, win, ierror)
      IMPORT
      INTEGER, INTENT(IN) :: rank
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_unlock
  END INTERFACE
  PROCEDURE(MPI_Win_unlock) :: PMPI_Win_unlock
  INTERFACE
    SUBROUTINE MPI_Win_unlock_all(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Win_unlock_all
  END INTERFACE
  PROCEDURE(MPI_Win_unlock_all) :: PMPI_Win_unlock_all
  INTERFACE
    SUBROUTINE MPI_Win_wait(win, ierror)
      IMPORT
      TYPE(MPI_Win), INTENT(IN) :: win
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
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
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE MPI_Sizeof
    SUBROUTINE PMPI_Sizeof(x, size, ierror) BIND(C, NAME='mpi_fortran_sizeof')
      TYPE(*), DIMENSION(..) :: x
      INTEGER, INTENT(OUT) :: size
      INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    END SUBROUTINE PMPI_Sizeof
  END INTERFACE
END MODULE mpi_f08
