// `npm run build`: bundles the program into dist/ and compiles the shipped manifest, router included.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { buildManifest, readTrainedRouter } from '../source/composing/build-manifest.ts'
import { findProgram } from '../source/paths.ts'
import { buildDashboardPage } from './dashboard-page.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const list = (folder: string, file: (name: string) => string) =>
  readdirSync(join(root, folder)).map((name) => join(root, folder, file(name)))

for (const old of ['source', 'commands', 'tools', 'chunks', 'compiled'])
  rmSync(join(dist, old), { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const stub = join(dist, 'no-devtools.js')
writeFileSync(stub, 'export default { initialize() {}, connectToDevTools() {} }\n')
// conf's when-exit ends what it listens to by sending the signal once more: a ctrl-C that stops an answer would end the program.
// Its writes are done in one go, so the end of the process is all that it has to hear of.
const onExit = join(dist, 'on-exit.js')
writeFileSync(
  onExit,
  "export default (end) => { process.once('exit', end); return () => process.off('exit', end) }\n",
)

// Yoga fetches its own WebAssembly out of a data: address, which loads Node's whole HTTP client before the first frame;
// without `fetch` it decodes the same bytes itself.
const yogaWithoutFetch: Plugin = {
  name: 'yoga-without-fetch',
  setup({ onLoad }) {
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: `const fetch = undefined;\n${readFileSync(path, 'utf8')}`,
    }))
  },
}

await build({
  entryPoints: [
    join(root, 'source/cli.ts'),
    join(root, 'source/engine/embedded/child.ts'),
    join(root, 'source/engine/embedded/sentence-child.ts'),
    join(root, 'source/folder/sql/database-child.ts'),
    join(root, 'source/plugins/sandbox-worker.ts'),
    ...list('commands', (name) => name),
    ...list('tools', (name) => join(name, 'tool.ts')),
  ],
  outdir: dist,
  outbase: root,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  keepNames: true,
  // The interpreter of tools finds its WebAssembly beside itself.
  external: ['node-llama-cpp', '@huggingface/jinja', '@jitl/quickjs-wasmfile-release-sync'],
  alias: { 'react-devtools-core': stub, 'when-exit': onExit },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [yogaWithoutFetch],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
})

await buildDashboardPage(findProgram().dashboard)
// In one file: under Node's permissions it can read nothing of ours besides.
await build({
  entryPoints: [join(root, 'source/plugins/trusted-child.ts')],
  outdir: dist,
  outbase: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  logLevel: 'warning',
})

const startedAt = performance.now()
const compiled = await buildManifest(findProgram(), {
  builtAt: Math.floor(Date.now() / 1000),
  crossValidate: true,
  // Unchanged words need no training: a build of code alone takes seconds.
  like: readTrainedRouter(join(dist, 'tools.bin')),
})
for (const problem of compiled.problems) console.error(problem.message)
if (compiled.problems.length > 0) process.exit(1)
writeFileSync(join(dist, 'tools.bin'), compiled.bytes)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(
  `${compiled.tools.length} tools compiled in ${seconds} s: dist/tools.bin, ${Math.round(compiled.bytes.length / 1000)} KB`,
)
