import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { DevicePassword } from './device-password.entity.js';
import { DevicePasswords } from './device-passwords.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DevicePassword]), AccountsModule, NotificationsModule],
  providers: [DevicePasswords],
  exports: [DevicePasswords],
})
export class DevicePasswordsModule {}
