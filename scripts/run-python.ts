// The scripts that train in PyTorch are written in Python, beside those that prepare what they learn from.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a script of this folder, its output shown; throws where it cannot be started, or ends badly. */
export async function runPython(python: string, script: string, args: readonly string[]): Promise<void> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(python, [path, ...args], { stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}
