import { Module } from '@nestjs/common';
import { PasswordsModule } from '../../identity/passwords/passwords.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { FirebaseKeysController } from './firebase-keys.controller.js';
import { AdministeredFirebaseKeys } from './firebase-keys.service.js';

/** Signer keys of Firebase projects. */
@Module({
  imports: [PasswordsModule, ShellModule],
  controllers: [FirebaseKeysController],
  providers: [AdministeredFirebaseKeys],
})
export class AdminFirebaseKeysModule {}
