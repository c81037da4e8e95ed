/* A disk that refuses: loaded before the C library, it fails the nth write, flush or cut of a table's file.

   khepri_fail(n, errno, is_for_good) arms it: call n from now on fails with errno, and each one after it if
   is_for_good. khepri_calls() gives how many calls there were since. Only files whose path has "/table" in it
   are meant. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long calls, fails_at;
static int error, is_for_good;

void khepri_fail(long nth, int with, int for_good) { calls = 0; fails_at = nth; error = with; is_for_good = for_good; }
long khepri_calls(void) { return calls; }

static int is_meant(int fd)
{
	char link[64], path[4096];
	ssize_t length;

	if (!fails_at)
		return 0;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof path - 1);
	if (length < 0)
		return 0;
	path[length] = 0;
	return strstr(path, "/table") != NULL;
}

static int refuses(int fd)
{
	if (!is_meant(fd))
		return 0;
	calls++;
	if (calls != fails_at && !(is_for_good && calls > fails_at))
		return 0;
	errno = error;
	return 1;
}

#define REAL(type, name, ...) \
	static type (*real)(__VA_ARGS__); \
	if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{ REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t); return refuses(fd) ? -1 : real(fd, from, size, at); }
ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{ REAL(ssize_t, "pwrite", int, const void *, size_t, off_t); return refuses(fd) ? -1 : real(fd, from, size, at); }
ssize_t write(int fd, const void *from, size_t size)
{ REAL(ssize_t, "write", int, const void *, size_t); return refuses(fd) ? -1 : real(fd, from, size); }
int fsync(int fd)
{ REAL(int, "fsync", int); return refuses(fd) ? -1 : real(fd); }
int fdatasync(int fd)
{ REAL(int, "fdatasync", int); return refuses(fd) ? -1 : real(fd); }
int ftruncate64(int fd, off64_t size)
{ REAL(int, "ftruncate64", int, off64_t); return refuses(fd) ? -1 : real(fd, size); }
int ftruncate(int fd, off_t size)
{ REAL(int, "ftruncate", int, off_t); return refuses(fd) ? -1 : real(fd, size); }
