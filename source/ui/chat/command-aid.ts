import type { InputAid } from '../../contracts/input-aid.ts'

/** Completion of the commands' names alone, with or without their slash; nothing is kept. */
export function commandAid(commandNames: readonly string[]): InputAid {
  const names = commandNames.map((name) => `/${name.replace(/^\//, '')}`).sort()
  return {
    complete: async (text, cursor) => {
      const typed = text.slice(0, cursor)
      if (!/^\/[^\s/]*$/.test(typed)) return undefined
      const choices = names.filter((name) => name.startsWith(typed)).map((name) => ({ text: name }))
      return { from: 0, to: cursor, choices }
    },
    attached: async () => [],
    history: () => [],
    keep: () => {},
  }
}
