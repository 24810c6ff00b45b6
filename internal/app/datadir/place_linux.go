package datadir

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"syscall"
)

// Place identifies this folder, as opposed to copies of it, by the machine's boot
// and the folder's inode. It is empty if that cannot be determined.
func (d *Dir) Place() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	var stat syscall.Stat_t
	if err := syscall.Stat(d.path, &stat); err != nil {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", boot, stat.Dev, stat.Ino))
	return hex.EncodeToString(sum[:16])
}
