// `npm run engine -- cuda|vulkan|cpu`: fetches the engine's build for this machine and a GPU. They are left out of the
// plain install because CUDA alone is half a gigabyte.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const system = { linux: 'linux', darwin: 'mac', win32: 'win' }[process.platform as string] ?? process.platform
const base = `${system}-${process.arch === 'arm' ? 'armv7l' : process.arch}`
const BUILDS: { readonly [gpu: string]: readonly string[] } = {
  cpu: [system === 'mac' && process.arch === 'arm64' ? 'mac-arm64-metal' : base],
  metal: ['mac-arm64-metal'],
  cuda: [`${base}-cuda`, `${base}-cuda-ext`],
  vulkan: [`${base}-vulkan`],
}

const gpu = process.argv[2] ?? 'cpu'
const builds = BUILDS[gpu]
if (builds === undefined) {
  console.error(`There is no engine build \`${gpu}\`; it is one of ${Object.keys(BUILDS).join(', ')}.`)
  process.exit(2)
}
const engine = JSON.parse(readFileSync(join(root, 'node_modules/node-llama-cpp/package.json'), 'utf8')) as {
  version: string
}
for (const build of builds) install(`@node-llama-cpp/${build}`, engine.version)

function install(name: string, version: string): void {
  const work = mkdtempSync(join(tmpdir(), 'ethervox-engine-'))
  console.log(`fetching ${name} ${version} …`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const packed = execFileSync(npm, ['pack', `${name}@${version}`, '--silent', '--pack-destination', work], {
    cwd: work,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const target = join(root, 'node_modules', name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  execFileSync('tar', [
    '-xzf',
    join(work, packed.trim().split('\n').at(-1) ?? ''),
    '-C',
    target,
    '--strip-components=1',
  ])
  rmSync(work, { recursive: true, force: true })
  console.log(`installed; start with \`npm start -- --gpu ${gpu === 'cpu' ? 'off' : gpu}\``)
}
