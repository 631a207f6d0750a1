// Pages say times in the browser's zone, unless the account has chosen one. Without script it is the country's.
document.cookie = `hearth_time_zone=${new Intl.DateTimeFormat().resolvedOptions().timeZone}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
