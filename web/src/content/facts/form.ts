import { getContext, setContext } from 'svelte'
import type { FieldProblem } from '../../platform/api/error'
import type { Node } from './schema'

/** What every field of a schema form knows of the form. */
export interface SchemaContext {
  readonly root: Node
  readonly errors: readonly FieldProblem[]
  readonly readonly: boolean
}

const key = Symbol('schema form')

export const provideSchema = (context: SchemaContext): SchemaContext => setContext(key, context)
export const useSchema = (): SchemaContext => getContext<SchemaContext>(key)
