/**
 * A folder of tools in, the bytes of a manifest out. A broken tool is reported and left out; it never hides another.
 * Deterministic: the same folder gives the same bytes but for the build time and the footer.
 * Next: `tool-folder.ts` for one tool, `writer.ts` for the bytes.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompiledTool, FewShot } from '../contracts/manifest.ts'
import type { Tool } from '../contracts/tool.ts'
import type { FooterType } from './layout.ts'
import { type CompileProblem, compileToolFolder } from './tool-folder.ts'
import { writeManifest } from './writer.ts'

export interface CompileRequest {
  /** One folder a tool, named like the tool, with `tool.ts` or `tool.js` and `config.yaml`. */
  readonly toolsDir: string
  /** Imports the tool of a folder (absolute path). */
  readonly loadTool: (folder: string) => Promise<Tool>
  /** Files one of which a folder must have for `loadTool`; `tool.ts` and `tool.js` unless told. */
  readonly codeFiles?: readonly string[]
  /** Unix seconds. */
  readonly builtAt: number
  /** `crc32` unless told. */
  readonly footer?: FooterType
}

export interface CompileResult {
  /** A valid manifest, even of no tools at all: look at `tools` before it replaces a good one. */
  readonly bytes: Uint8Array
  /** What stands in it, sorted by name. */
  readonly tools: readonly CompiledTool[]
  /** Sorted by folder. */
  readonly problems: readonly CompileProblem[]
}

/** Compiles a folder of tools; the router is somebody else's. Never rejects for what stands in the folder. */
export async function compileTools(request: CompileRequest): Promise<CompileResult> {
  const { toolsDir, loadTool, codeFiles, builtAt, footer = 'crc32' } = request
  const folders = await foldersOf(toolsDir)
  if ('message' in folders) {
    return {
      bytes: writeManifest({ tools: [], builtAt, footer }),
      tools: [],
      problems: [folders],
    }
  }
  const results = await Promise.all(
    folders.map((name) => compileToolFolder(join(toolsDir, name), name, loadTool, codeFiles)),
  )
  const tools = results.flatMap((result) => (result.tool === undefined ? [] : [result.tool]))
  const problems = results.flatMap((result) => result.problems)
  return { bytes: writeManifest({ tools, builtAt, footer }), tools, problems }
}

/** Whether a worked example needs no turn before it. */
export function standsAlone(shot: FewShot): boolean {
  return shot.before === undefined
}

// Sorted by UTF-8 bytes, for the order of a directory is the file system's own.
async function foldersOf(toolsDir: string): Promise<readonly string[] | CompileProblem> {
  try {
    const names = (await readdir(toolsDir)).filter((name) => !name.startsWith('.') && name !== 'node_modules')
    const kinds = await Promise.all(names.map((name) => stat(join(toolsDir, name)).catch(() => undefined)))
    return names
      .filter((_, index) => kinds[index]?.isDirectory())
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return atStart(toolsDir, `the folder of tools must be readable (${reason})`)
  }
}

function atStart(file: string, what: string): CompileProblem {
  return { file, line: 1, column: 1, message: `\`${file}\`: ${what}.` }
}
