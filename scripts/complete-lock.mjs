// npm leaves optional packages that its registry lacks out of the lock, and `npm ci` then refuses that lock.
// This adds the engine's other platforms by name, so that one lock serves every machine. Run after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs'

const lockPath = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(lockPath, 'utf8'))
const engine = lock.packages['node_modules/node-llama-cpp']
const platforms = {
  'linux-riscv64': { os: ['linux'], cpu: ['riscv64'], libc: ['glibc'] },
  'mac-arm64-metal': { os: ['darwin'], cpu: ['arm64', 'x64'] },
  'mac-x64': { os: ['darwin'], cpu: ['x64'] },
  'win-arm64': { os: ['win32'], cpu: ['arm64', 'x64'] },
  'win-x64': { os: ['win32'], cpu: ['x64'] },
}
for (const [platform, limits] of Object.entries(platforms)) {
  const name = `node_modules/@node-llama-cpp/${platform}`
  lock.packages[name] ??= { version: engine.version, ...limits, license: 'MIT', optional: true }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
)
writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`)
