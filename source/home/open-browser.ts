// Opens an address in the person's browser, where there is one. The address is an argument of its own: no shell reads it.
import { spawn } from 'node:child_process'

/** Its page comes, or it does not: nobody waits for it. */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...args] = commandOf(platform)
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  // There is none: the address stands on the screen.
  child.on('error', () => undefined)
  child.unref()
}

function commandOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
