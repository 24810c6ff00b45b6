// Every screen of each persona, in one language, one width and light: what screens-*.test.ts looks at more closely.
import { expect, test } from 'vitest'
import { violations } from './axe'
import { go } from './looks'
import { people, world } from './program'
import { statesOf } from './states'

const w = world()

test.each(['hotel', 'operator', 'staff'] as const)(
  'the screens of the %s are there and accessible',
  { timeout: 600_000 },
  async (persona) => {
    const { page, context, trouble } = await w.visit(people[persona])
    const wrong: string[] = []
    for (const [name, screen] of Object.entries(statesOf(persona))) {
      await go(page, screen.path)
      for (const v of await violations(page)) wrong.push(`${name}: ${v}`)
    }
    expect(wrong).toEqual([])
    expect(trouble.filter((line) => !line.includes('/nowhere/'))).toEqual([])
    await context.close()
  },
)
