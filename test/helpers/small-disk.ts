// A disk of its own for a test: small, so that it can be full, and one that can be made to be read only. Needs root and `mount`; where
// that is not to be had there is a reason to print.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from './open-session.ts'

export interface SmallDisk {
  readonly path: string
  /** Leaves not one byte. */
  fill(): void
  /** Gives back what `fill` took. */
  free(): void
  makeReadOnly(): void
}

/** Why there can be no such disk; undefined: there can. */
export function whyNoDisk(): string | undefined {
  if (process.platform !== 'linux') return 'a small disk is mounted on Linux alone'
  const place = temporaryFolder('mount')
  const { status, stderr, error } = mount(place, 1)
  if (status === 0) spawnSync('umount', [place])
  rmSync(place, { recursive: true, force: true })
  return status === 0 ? undefined : `no disk can be mounted here: ${error?.message ?? String(stderr).trim()}`
}

/** Mounts one of so many megabytes until the test ends. */
export function mountDisk(t: TestContext, megabytes: number): SmallDisk {
  const path = join(temporaryFolder('disk'), 'disk')
  mkdirSync(path)
  const { status, stderr } = mount(path, megabytes)
  if (status !== 0) throw new Error(String(stderr))
  t.after(() => {
    spawnSync('umount', ['-l', path])
    rmSync(join(path, '..'), { recursive: true, force: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill: () => {
      const file = openSync(filler, 'a')
      try {
        for (let bytes = 65_536; bytes >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(bytes))
          } catch {
            bytes = Math.floor(bytes / 2)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    makeReadOnly: () => {
      const done = spawnSync('mount', ['-o', 'remount,ro', path])
      if (done.status !== 0) throw new Error(String(done.stderr))
    },
  }
}

function mount(path: string, megabytes: number) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', path])
}
