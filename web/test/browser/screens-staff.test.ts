import { looksOf } from './looks'

looksOf('staff')
