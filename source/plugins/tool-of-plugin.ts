// A tool of a plugin as a tool that runs. What it runs in is loaded with the first call: a start needs none of it.
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { CompiledTool } from '../contracts/manifest.ts'
import { defineTool, type Said, type Tool, ToolFailure } from '../contracts/tool.ts'
import type { CheckedPlugin, PluginTool } from './checked-plugin.ts'

/** What a plugin runs in. */
export interface PluginGround {
  /** Files of the sandbox's thread and of the trusted child. */
  readonly worker: string
  readonly child: string
  /** Folder of the version, and the plugin's own. */
  readonly folder: string
  readonly data: string
  /** The program's home. */
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  /** Why it may not run now, in a sentence; undefined: it may. */
  refusal(): string | undefined
  /** Notes that it broke its bounds, in a few words; true: it is disabled from now on. Throws the system's error. */
  strike(what: string): boolean
}

type Result = { readonly said: JsonObject; readonly value: JsonValue }

/** Longer than the limits of its own that each kind has. */
const LONGEST_MS = { sandboxed: 25_000, trusted: 65_000 } as const

/** Changes with what a tool is: its words and risk, its code, and what it may reach. */
export function printOf({ sheet, sha256 }: CheckedPlugin, { compiled, file }: PluginTool): string {
  // Trusted code takes in other files of its plugin.
  const code = sheet.kind === 'trusted' ? sha256 : sheet.files[file]
  return JSON.stringify([sheet.name, sheet.kind, sheet.permissions, compiled.contentHash, code])
}

/** Makes it; `compiled` may have another name than the plugin gave it. */
export function toolOfPlugin(
  plugin: CheckedPlugin,
  tool: PluginTool,
  compiled: CompiledTool,
  ground: PluginGround,
): Tool {
  const { name, description, parameters, risk } = compiled
  return defineTool<JsonObject, Result>({
    ...{ name, description, parameters, risk, print: printOf(plugin, tool) },
    longestMs: LONGEST_MS[plugin.sheet.kind],
    ...(plugin.sheet.kind === 'trusted' && {
      preview: async () => {
        const { fenceInWords, findFence } = await import('./bubblewrap.ts')
        return fenceInWords(await findFence(ground.environment))
      },
    }),
    run: async (args, context) => {
      const refusal = ground.refusal()
      if (refusal !== undefined) throw new ToolFailure('plugin_off', `\`${name}\` was not called: ${refusal}`)
      const { callPlugin } = await import('./call-plugin.ts')
      return callPlugin({ plugin, tool, compiled, ground }, args, context)
    },
    say: ({ said }) => said as unknown as Said,
  })
}
