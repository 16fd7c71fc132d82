// Whether the engine's native build loads on this machine. It is tried in a process of its own: a build with instructions that this
// processor lacks ends the process that loads it.
import { execFile } from 'node:child_process'

/** What the engine says of itself. */
export interface EngineTry {
  /** `cuda`, `vulkan`, `metal` or `off`. */
  readonly gpu: string
  /** The release of llama.cpp that it was built from; empty where it does not tell. */
  readonly release: string
}

const PATIENCE_MS = 30_000
// The library tries the build in one more process, which would inherit `-e`.
const CODE = `
process.execArgv.length = 0
const { getLlama, LlamaLogLevel } = await import(process.argv[1])
const llama = await getLlama({ gpu: process.argv[2] === 'off' ? false : process.argv[2], build: 'never', logLevel: LlamaLogLevel.error, logger: () => {} })
process.stdout.write(JSON.stringify({ gpu: String(llama.gpu || 'off'), release: String(llama.llamaCppRelease?.release ?? '') }))
process.exit(0)
`

/** Loads the build for `gpu` (`auto`, `off` or a kind) and gives what it is, or why it does not load in a clause. */
export function tryEngine(gpu: string): Promise<EngineTry | string> {
  let library: string
  try {
    library = import.meta.resolve('node-llama-cpp')
  } catch {
    return Promise.resolve('the package `node-llama-cpp` is not installed')
  }
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', CODE, '--', library, gpu]
    execFile(process.execPath, args, { timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      if (error === null) return resolve(JSON.parse(stdout) as EngineTry)
      const said = /^\w*Error: (.+)$/m.exec(stderr)?.[1]
      resolve(said ?? (error.signal ? `its process ended by ${error.signal}` : error.message.slice(0, 200)))
    })
  })
}
