// Plugins (docs/plugins.md): packages of tools that somebody else wrote, with what they may reach.
import type { CommandResult } from './command.ts'

/** `sandboxed`: JavaScript in an interpreter of its own; `trusted`: a process of its own, with the rights of the person but for files. */
export type PluginKind = 'sandboxed' | 'trusted'

/** What a plugin may reach, and nothing else. */
export interface PluginPermissions {
  /** Files and folders with all below: `workspace`, `data` (the plugin's own), `~` or `/`, each with more behind it. */
  readonly paths: { readonly read: readonly string[]; readonly write: readonly string[] }
  /** `host` or `host:port`, exactly. */
  readonly hosts: readonly string[]
  /** Programs that it starts; for `trusted` alone. */
  readonly commands: readonly string[]
  /** Names of variables of the environment. */
  readonly environment: readonly string[]
}

/** A result, and whether there are other tools now. */
export type PluginResult = CommandResult & { readonly changed?: true }

/** What the words behind `/plugins` and `ethervox plugin` do. */
export interface PluginPorts {
  act(words: readonly string[]): PluginResult
  /** Names of what is installed. */
  names(): readonly string[]
}

/** The same for a command: the session takes changed tools at once. */
export interface PluginShelf extends Pick<PluginPorts, 'names'> {
  act(words: readonly string[]): CommandResult
}
