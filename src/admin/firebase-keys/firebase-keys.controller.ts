import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Problems } from '../../platform/errors/problems.js';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged, wholeState } from '../shell/etag.js';
import { FirebaseKeyDeletion, NewFirebaseKeyBody } from './firebase-key.args.js';
import { FirebaseKeyList, FirebaseKeyView } from './firebase-key.view.js';
import { AdministeredFirebaseKeys } from './firebase-keys.service.js';

@AdminApi('firebase-keys')
export class FirebaseKeysController {
  constructor(private readonly keys: AdministeredFirebaseKeys) {}

  @Get()
  @AdminRoute('adminfirebasekeylist', 'Lists the signer keys of Firebase projects, without the keys', {
    answers: FirebaseKeyList,
  })
  async list(): Promise<FirebaseKeyList> {
    return { items: await this.keys.list() };
  }

  @Post()
  @AdminRoute('adminfirebasekeyadd', 'Adds the signer key of a Firebase project; one that is known stays', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'answered alike',
    answers: FirebaseKeyView,
  })
  async add(@Body() asked: NewFirebaseKeyBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    return tagged(await this.keys.add(asked, by), wholeState, 201);
  }

  @Get(':id')
  @AdminRoute('adminfirebasekeyget', 'One signer key, without the key', { answers: FirebaseKeyView })
  async get(@Param('id') id: string): Promise<Shown> {
    return tagged(await this.keys.get(id), wholeState);
  }

  @Delete(':id')
  @AdminRoute('adminfirebasekeydelete', 'Deletes a signer key that no account’s hash needs any more', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  remove(
    @Param('id') id: string,
    @Query() { evenIfUsed = false }: FirebaseKeyDeletion,
    @CurrentEditor() by: Editor,
  ): Promise<void> {
    return this.keys.remove(id, evenIfUsed, by);
  }
}
