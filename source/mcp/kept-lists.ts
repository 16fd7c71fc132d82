// The last known tools of each server, in the home: so that a start routes at once and the head is the same from its first
// prompt on. A list is believed only if it is whole and of a server that is reached in the same way.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { McpServer, McpTool } from '../contracts/mcp.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { sha256Hex } from '../lib/checksum.ts'

const FORMAT = 1

export class KeptLists {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** undefined: none is kept, it is damaged, or the server is reached in another way now. */
  read(server: McpServer): readonly McpTool[] | undefined {
    let text: string
    try {
      text = readFileSync(this.#pathOf(server), 'utf8')
    } catch {
      return undefined
    }
    const kept = parseJsonObject(text)
    const isOurs = kept?.format === FORMAT && kept.reached === reachedBy(server)
    if (!isOurs || kept.sha256 !== sumOf(kept.tools)) return undefined
    // The sum says that this is what was written below.
    return kept.tools as unknown as readonly McpTool[]
  }

  /** Gives why it could not be kept. */
  write(server: McpServer, tools: readonly McpTool[]): string | undefined {
    const plain: unknown = JSON.parse(JSON.stringify(tools))
    const kept = { format: FORMAT, reached: reachedBy(server), sha256: sumOf(plain), tools: plain }
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileAtomicSync(this.#pathOf(server), JSON.stringify(kept))
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  #pathOf(server: McpServer): string {
    return join(this.#folder, `${server.name}.json`)
  }
}

/** SHA-256 of how it is reached; variables of the environment stand in it by their names. */
export function reachedBy({ transport }: McpServer): string {
  return sumOf(transport)
}

function sumOf(value: unknown): string {
  return sha256Hex(Buffer.from(JSON.stringify(value ?? null)))
}
