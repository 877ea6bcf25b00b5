import { HStack, IconButton, Input, InputGroup, Text } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { minimumPasswordLength, passwordStrength } from '#web/lib/password.ts';
import { Labelled } from '#web/ui/form.tsx';
import type { AuthValues } from './auth-schemas.ts';
import { words } from './words.ts';

interface PasswordFieldProps {
  readonly control: Control<AuthValues>;
  readonly label: string;
  /** Whether it is a new password, which gets the rule and a hint of its strength. */
  readonly isNew?: boolean;
}

/** A password field with a button that shows the password. */
export function PasswordField({ control, label, isNew = false }: PasswordFieldProps) {
  const { field, fieldState } = useController({ control, name: 'password' });
  const [shown, setShown] = useState(false);
  const strength = words.strength[passwordStrength(field.value)];
  const hint = (
    <HStack as="span" justify="space-between" gap="4">
      {words.passwordHint(minimumPasswordLength())}
      {strength && (
        <Text as="span" fontWeight="600" color={strength === words.strength.fair ? 'fg.muted' : 'fg.success'}>
          {strength}
        </Text>
      )}
    </HStack>
  );
  return (
    <Labelled label={label} error={fieldState.error?.message} {...(isNew && { hint })}>
      <InputGroup
        endElementProps={{ px: '0' }}
        endElement={
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={shown ? words.hidePassword : words.showPassword}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} /> : <Eye size={18} />}
          </IconButton>
        }
      >
        <Input
          {...field}
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          pe="12"
          {...(isNew && { minLength: minimumPasswordLength() })}
        />
      </InputGroup>
    </Labelled>
  );
}
