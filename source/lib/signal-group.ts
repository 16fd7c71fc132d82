import { spawn } from 'node:child_process'

/**
 * Signals the process group that a child leads. On Windows it and what it started are ended, whatever the signal. False: nobody of the
 * group is left, or, on Windows, it is not known.
 */
export function signalGroup({ pid }: { readonly pid?: number | undefined }, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false
  if (process.platform === 'win32') {
    const options = { stdio: 'ignore', windowsHide: true } as const
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], options).on('error', () => undefined)
    return false
  }
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}
