import { Button, Field, HStack, IconButton, Input, InputGroup, Text } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { minimumPasswordLength, passwordStrength } from '#web/lib/password.ts';
import { words } from './words.ts';

interface TextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email';
  readonly autoComplete: string;
  readonly optional?: boolean;
  readonly inputMode?: 'numeric';
}

/** A labelled line of text. */
export function TextField(props: TextFieldProps) {
  const { label, name, value, onChange, type = 'text', autoComplete, optional = false, inputMode } = props;
  return (
    <Field.Root required={!optional}>
      <Field.Label fontSize="sm">
        {label}
        {optional && (
          <Text as="span" color="fg.muted" fontWeight="400">
            {` (${words.optional})`}
          </Text>
        )}
      </Field.Label>
      <Input
        name={name}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        maxLength={200}
        {...(inputMode && { inputMode })}
      />
    </Field.Root>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A password being chosen gets the rule and a hint of its strength. */
  readonly choosing: boolean;
}

const strengthWords = { short: '', fair: 'Fair', good: 'Good', strong: 'Strong' };

/** A password that can be shown while it is typed. */
export function PasswordField({ label, value, onChange, choosing }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const strength = strengthWords[passwordStrength(value)];
  return (
    <Field.Root required>
      <Field.Label fontSize="sm">{label}</Field.Label>
      <InputGroup
        endElementProps={{ px: '0' }}
        endElement={
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} /> : <Eye size={18} />}
          </IconButton>
        }
      >
        <Input
          name="password"
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={choosing ? 'new-password' : 'current-password'}
          pe="12"
          {...(choosing && { minLength: minimumPasswordLength })}
        />
      </InputGroup>
      {choosing && (
        <Field.HelperText fontSize="xs" color="fg.muted">
          <HStack as="span" justify="space-between" gap="4">
            {words.passwordHint}
            {strength && (
              <Text as="span" fontWeight="600" color={strength === 'Fair' ? 'fg.muted' : 'fg.success'}>
                {strength}
              </Text>
            )}
          </HStack>
        </Field.HelperText>
      )}
    </Field.Root>
  );
}

/** The one button of a form. */
export function Submit({ children, pending }: { children: string; pending: boolean }) {
  return (
    <Button type="submit" size="lg" w="full" loading={pending} loadingText={children}>
      {children}
    </Button>
  );
}
