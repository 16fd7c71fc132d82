import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../bin/ethervox.js', import.meta.url))

/** Runs the built program on some input; gives what it wrote. */
export function builtProgram(args: readonly string[], input: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', fail)
    child.on('close', () => done(output))
    child.stdin.end(input)
  })
}
