// The draft in the person's own editor. The caller has given the terminal away before, and takes it back after.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What came back, or why nothing did, in one sentence. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string }

/**
 * Opens `$VISUAL`, else `$EDITOR`, with a text in a file that nobody else can read and that is gone afterwards. Both may
 * have arguments (`code --wait`) and are read by the shell, as git does.
 */
export async function editOutside(text: string, env: NodeJS.ProcessEnv): Promise<Edited> {
  const editor = env.VISUAL || env.EDITOR
  if (!editor)
    return {
      ok: false,
      reason: 'No editor is set; `export EDITOR=nano` (or `VISUAL`) before the start names one.',
    }
  let folder: string | undefined
  try {
    folder = await mkdtemp(join(tmpdir(), 'ethervox-'))
    const path = join(folder, 'message.md')
    await writeFile(path, text, { mode: 0o600 })
    const failure = await run(editor, path, env)
    if (failure !== undefined)
      return { ok: false, reason: `The editor \`${editor}\` ${failure}; the draft is as it was.` }
    const edited = await readFile(path, 'utf8')
    // Editors end a file with a line end; a draft has none.
    return { ok: true, text: edited.replace(/\r\n?/g, '\n').replace(/\n$/, '') }
  } catch (error) {
    return {
      ok: false,
      reason: `The draft cannot be opened in an editor (${messageOf(error)}); VISUAL or EDITOR names one that is installed, TMPDIR a folder for its file.`,
    }
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

/** Why it failed; undefined when it ended well. */
function run(editor: string, path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const isWindows = process.platform === 'win32'
  const child = isWindows
    ? spawn(`${editor} "${path}"`, { stdio: 'inherit', env, shell: true })
    : spawn('/bin/sh', ['-c', `${isThere(editor)}${editor} "$1"`, 'sh', path], { stdio: 'inherit', env })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`cannot be started (${messageOf(error)})`))
    child.on('exit', (code, signal) => {
      if (code === 0) resolve(undefined)
      else if (code === 127) resolve('is not installed')
      else resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`)
    })
  })
}

/** A missing program is told in our words, not in those of the shell. */
function isThere(editor: string): string {
  const [program = ''] = editor.trim().split(/\s/)
  return /^[\w./+~-]+$/.test(program) ? `command -v ${program} >/dev/null 2>&1 || exit 127; ` : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
