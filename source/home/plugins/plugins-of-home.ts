// The plugins of a home: their tools beside the others, and the ground that each runs in.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CompiledTool } from '../../contracts/manifest.ts'
import type { PluginPorts } from '../../contracts/plugins.ts'
import { contentHashOf } from '../../manifest/tool-bytes.ts'
import type { HomePaths, ProgramPaths } from '../../paths.ts'
import type { CheckedPlugin, PluginTool } from '../../plugins/checked-plugin.ts'
import { PluginStore } from '../../plugins/plugin-store.ts'
import { toolOfPlugin } from '../../plugins/tool-of-plugin.ts'
import { joinMore, type MoreTools } from '../more-tools.ts'
import { type FilesOfHome, type FilesPlace, toolFilesOf } from '../tool-files-of-home.ts'
import { actOnPlugins } from './plugin-acts.ts'
import { type NamedTool, namedTools } from './plugin-names.ts'

/** Tools of files and of plugins. */
export interface OwnTools extends FilesOfHome {
  readonly plugins: PluginPorts
}

/** Where it is, and whether somebody can be asked. */
export type PluginPlace = FilesPlace & { readonly interactive?: boolean }

/** Opens both; nothing is read before it is asked for. */
export function ownToolsOf(place: PluginPlace): OwnTools {
  const { home, program } = place
  const files = toolFilesOf(place)
  const store = new PluginStore(home.plugins)
  const taken = (ofFiles: MoreTools) => [
    ...programTools(program),
    ...ofFiles.tools.map(({ compiled }) => compiled.name),
  ]
  const more = (): MoreTools => {
    const ofFiles = files.more()
    return home.plugins === ''
      ? ofFiles
      : joinMore(
          ofFiles,
          pluginTools(place, store, () => taken(ofFiles)),
        )
  }
  const tools = () => namedTools(store.installed(true), taken(files.more()))
  return {
    ...files,
    more,
    plugins: {
      act: (words) => actOnPlugins({ ...place, store, tools }, words),
      names: () => {
        const records = store.records()
        return typeof records === 'string' ? [] : [...records.keys()]
      },
    },
  }
}

/** Folders of tools of the plugins that are used and whose tools have the names that they were given. */
export function pluginToolsDirs(home: HomePaths, program: ProgramPaths): readonly string[] {
  if (home.plugins === '') return []
  const store = new PluginStore(home.plugins)
  const tools = usable(namedTools(store.installed(true), programTools(program)))
  const other = new Set(
    tools.filter(({ name, tool }) => name !== tool.compiled.name).map(({ plugin }) => plugin),
  )
  return [...new Set(tools.map(({ plugin }) => plugin))]
    .filter((plugin) => !other.has(plugin))
    .map(({ sheet }) => join(store.folderOf(sheet.name, sheet.version), 'tools'))
}

function pluginTools(place: PluginPlace, store: PluginStore, taken: () => readonly string[]): MoreTools {
  const records = store.records()
  if (typeof records === 'string') return { tools: [], notices: [records] }
  if (records.size === 0) return { tools: [], notices: [] }
  const rows = store.installed(true)
  const tools = usable(namedTools(rows, taken()))
  return {
    tools: tools.map(({ plugin, tool, name }) => {
      const compiled = asUsed(tool, name)
      return { compiled, tool: toolOfPlugin(plugin, tool, compiled, groundOf(place, store, plugin)) }
    }),
    notices: [
      ...rows.flatMap(({ name, read }) =>
        'sheet' in read
          ? []
          : [`The plugin \`${name}\` is not used: ${read[0] ?? ''} \`/plugins\` lists them.`],
      ),
      ...rows.flatMap(({ name, record }) =>
        record.disabled
          ? [
              `The plugin \`${name}\` is disabled (${record.last}); \`/plugins resume ${name}\` lets it go on.`,
            ]
          : [],
      ),
      ...tools.flatMap(({ plugin, tool, name }) =>
        name === tool.compiled.name
          ? []
          : [
              `The tool \`${tool.compiled.name}\` of the plugin \`${plugin.sheet.name}\` is \`${name}\` here: another has its name.`,
            ],
      ),
    ],
  }
}

/** Those that may run. */
function usable(tools: readonly NamedTool[]): readonly NamedTool[] {
  return tools.filter(({ isOff }) => !isOff)
}

/** With the name that it has here, and its version: what was optimized for another one is stale. */
function asUsed({ compiled, version }: PluginTool, name: string): CompiledTool {
  const { contentHash: _, ...rest } = compiled
  const used = { ...rest, name, version }
  return { ...used, contentHash: contentHashOf(used) }
}

function groundOf({ program, home }: PluginPlace, store: PluginStore, plugin: CheckedPlugin) {
  const { name, version } = plugin.sheet
  return {
    worker: program.sandboxWorker,
    child: program.trustedChild,
    folder: store.folderOf(name, version),
    data: store.dataOf(name),
    home: home.home,
    environment: process.env,
    refusal: () => {
      const records = store.records()
      const record = typeof records === 'string' ? undefined : records.get(name)
      const kept = record?.versions[version]
      if (kept === undefined || record?.used !== version)
        return `this version of the plugin \`${name}\` is no longer used; \`/tools reload\` takes what is.`
      if (record.disabled)
        return `the plugin \`${name}\` is disabled; \`/plugins resume ${name}\` lets it go on.`
      // A sandboxed plugin runs from memory, as it was checked.
      const read = plugin.sheet.kind === 'trusted' ? store.load(name, version, kept) : plugin
      return 'sheet' in read ? undefined : read[0]
    },
    strike: (what: string) => store.strike(name, what),
  }
}

function programTools({ toolsDir }: ProgramPaths): readonly string[] {
  try {
    return readdirSync(toolsDir).filter((name) => existsSync(join(toolsDir, name, 'config.yaml')))
  } catch {
    return []
  }
}
