// SPDX-License-Identifier: BSL-1.0
// That no header of the library uses a name that common platforms define as a macro. The test includes
// this file, then attn/all.hpp. A name that is a macro without arguments is poisoned; a macro with
// arguments expands to a token that is always an error, and is called only where its name is followed
// by a parenthesis.

// What the library includes of others, which comes before: their names are their own business.
#include <algorithm>
#include <array>
#include <bit>
#include <boost/hana/accessors.hpp>
#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/first.hpp>
#include <boost/hana/fwd/pair.hpp>
#include <boost/hana/fwd/second.hpp>
#include <boost/hana/fwd/string.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <boost/hana/fwd/unpack.hpp>
#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#undef assert
#undef linux
#undef unix

// Windows (windows.h, sal.h, dlgs.h); min and max unless NOMINMAX is defined.
#pragma GCC poison near far small hyper huge pascal cdecl interface environ IN OUT OPTIONAL CONST
#pragma GCC poison VOID CALLBACK WINAPI PASCAL FAR NEAR STRICT THIS BEGIN_INTERFACE TRUE FALSE ERROR
#pragma GCC poison NO_ERROR DELETE IGNORE INFINITE ABSOLUTE RELATIVE TRANSPARENT OPAQUE DIFFERENCE
#pragma GCC poison EXCEPTION_ACCESS_VIOLATION DOMAIN OVERFLOW UNDERFLOW SING PLOSS TLOSS MAX_PATH
#pragma GCC poison UNICODE TEXT STDMETHOD PURE STATUS_PENDING GUID_NULL WAIT_FAILED ALTERNATE
#pragma GCC poison WINDING GRADIENT CreateWindow GetMessage SendMessage GetObject LoadImage DrawText
#pragma GCC poison GetClassName FindText ReplaceText CreateFile DeleteFile MoveFile CopyFile
#pragma GCC poison GetCurrentTime grp1 edt1 lst1 cmb1 rad1 chx1 rct1 stc1 ctl1 psh1
#define min(...) @
#define max(...) @
#define Yield(...) @
#define __in(...) @
#define __out(...) @

// Qt.
#pragma GCC poison slots signals emit forever
#define foreach(...) @
#define SIGNAL(...) @
#define SLOT(...) @
#define METHOD(...) @

// X11 (X.h, Xlib.h, Xutil.h).
#pragma GCC poison None Bool Status True False Always Success Above Below Complex Convex Nonconvex
#pragma GCC poison Opposite Unsorted YSorted Expose Button1 KeyPress KeyRelease FocusIn FocusOut
#pragma GCC poison GrayScale TrueColor CursorShape InputFocus InputOnly InputOutput AllValues AnyKey
#pragma GCC poison NoSymbol NoValue XValue YValue WidthValue HeightValue DestroyAll FontChange
#pragma GCC poison NormalState CurrentTime GenericEvent ControlMask ShiftMask LockMask BadValue
#pragma GCC poison BadLength BadMatch BadName
#define ConnectionNumber(...) @
#define RootWindow(...) @
#define DefaultScreen(...) @
#define QLength(...) @

// Arduino (Arduino.h, binary.h).
#pragma GCC poison HIGH LOW INPUT OUTPUT INPUT_PULLUP CHANGE FALLING RISING PI HALF_PI TWO_PI
#pragma GCC poison DEG_TO_RAD RAD_TO_DEG EULER SERIAL DISPLAY LSBFIRST MSBFIRST INTERNAL DEFAULT
#pragma GCC poison EXTERNAL DEC HEX OCT BIN B00 B000 B01 B1 B10 B11 B100 B101 B110 B111 B1000 PA PB
#pragma GCC poison PC PD PE PF
#define abs(...) @
#define round(...) @
#define sq(...) @
#define radians(...) @
#define degrees(...) @
#define constrain(...) @
#define bit(...) @
#define word(...) @
#define F(...) @
#define interrupts(...) @
#define noInterrupts(...) @
#define lowByte(...) @
#define highByte(...) @
#define bitRead(...) @
#define bitSet(...) @
#define bitClear(...) @
#define bitToggle(...) @
#define bitWrite(...) @

// Apple (AssertMacros.h, MacTypes.h, objc.h, TargetConditionals.h) and Unreal Engine.
#pragma GCC poison nil Nil YES NO TARGET_OS_MAC FORCEINLINE
#define check(...) @
#define verify(...) @
#define require(...) @
#define ensure(...) @
#define check_noerr(...) @
#define verify_noerr(...) @
#define require_noerr(...) @
#define check_string(...) @
#define verify_action(...) @
#define require_action(...) @
#define require_quiet(...) @
#define ncheck(...) @
#define nrequire(...) @
#define UNLIKELY(...) @
#define LIKELY(...) @

// C libraries: newlib's and BSD's ctype.h, complex.h, termios.h, sysmacros.h, sys/param.h, sys/queue.h.
#pragma GCC poison _U _L _N _S _P _C _X _B _A _T I _Complex_I complex imaginary B0 B50 B75 ECHO NL0
#pragma GCC poison NL1 CR0 CR1 CR2 CR3 TAB0 TAB1 BS0 BS1 VT0 VT1 FF0 FF1 CS5 CS6 CS7 CS8 EXTA EXTB
#pragma GCC poison PENDIN linux unix i386 sun mips st_atime st_mtime si_value sa_handler direct
#pragma GCC poison stdscr curscr
#define major(...) @
#define minor(...) @
#define makedev(...) @
#define MIN(...) @
#define MAX(...) @
#define ABS(...) @
#define CLAMP(...) @
#define howmany(...) @
#define roundup(...) @
#define powerof2(...) @
#define setbit(...) @
#define clrbit(...) @
#define isset(...) @
#define isclr(...) @
#define _(...) @
#define N_(...) @
#define gettext(...) @
#define index(...) @
#define rindex(...) @
#define assert(...) @
#define isascii(...) @
#define toascii(...) @
#define box(...) @
#define border(...) @
#define move(...) @
#define clear(...) @
#define erase(...) @
#define refresh(...) @
#define timeout(...) @
#define scroll(...) @
#define inch(...) @

// Microcontrollers (CMSIS, STM32, AVR), test frameworks and loggers.
#pragma GCC poison RESET SET DISABLE ENABLE SUCCESS OK NONE __I __O __IO __IM __OM interrupt RTC
#pragma GCC poison FLASH RCC GPIOA TIM1 I2C1 SPI1 ADC1 DAC1 DEBUG INFO WARNING FATAL
#define BIT(...) @
#define _BV(...) @
#define UNUSED(...) @
#define LOG(...) @
#define CHECK(...) @
#define REQUIRE(...) @
#define TEST(...) @
#define FAIL(...) @
#define EXPECT(...) @
#define ASSERT(...) @
#define VERIFY(...) @
#define WARN(...) @
#define STATIC_ASSERT(...) @
#define ARRAY_SIZE(...) @
#define container_of(...) @
