import { defineTool } from '../../source/contracts/tool.ts'

type Answer = { readonly name: string; readonly version: string }

export default defineTool<Record<string, never>, Answer>({
  name: 'system_version',
  description: 'Version of this program',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { program }) {
    return { name: program.name, version: program.version }
  },
  say({ name, version }) {
    return { sentence: `This is ${name} ${version}.`, key: [version] }
  },
})
