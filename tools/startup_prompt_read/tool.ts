import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'

export default defineTool<Record<string, never>, { readonly text: string }>({
  name: 'startup_prompt_read',
  description: 'Show the prompt (the instructions) that is loaded at every start',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { services }) {
    if (services.startupPrompt === undefined)
      throw new ToolFailure('no_prompt', 'There is no startup prompt here: no home keeps one.')
    return { text: services.startupPrompt.read() }
  },
  say({ text }) {
    if (text === '')
      return { sentence: 'There is no startup prompt; only the text of the program itself is loaded.' }
    const shown = visible(text)
    return shown.includes('\n')
      ? { sentence: 'The startup prompt is:', detail: shown }
      : { sentence: `The startup prompt is: ${shown}` }
  },
})
