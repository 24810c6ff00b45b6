import { looksOf } from './looks'

looksOf('operator')
