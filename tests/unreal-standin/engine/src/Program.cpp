#include "StandIn/Program.h"

#include "Containers/StringConv.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace StandIn
{
FProgram::~FProgram()
{
	Leave();
}

void FProgram::Leave()
{
	if (Socket >= 0)
	{
		close(Socket);
		Socket = -1;
	}
}

void FProgram::Post(const FString& Url, const FString& Headers, const FString& Body)
{
	Leave();
	bIsDone = false;
	Answer.Empty();
	const std::string Address(TCHAR_TO_UTF8(*Url));
	const std::string Sent(TCHAR_TO_UTF8(*Body));
	const std::string Scheme("http://");
	const std::size_t Slash = Address.find('/', Scheme.size());
	const std::string Host = Address.substr(Scheme.size(), Slash - Scheme.size());
	const std::string Text = "POST " + Address.substr(Slash) + " HTTP/1.1\r\nHost: " + Host + "\r\n" + TCHAR_TO_UTF8(*Headers) +
		"Content-Type: application/json\r\nContent-Length: " + std::to_string(Sent.size()) + "\r\n\r\n" + Sent;
	sockaddr_in Where{};
	Where.sin_family = AF_INET;
	Where.sin_port = htons(static_cast<std::uint16_t>(std::atoi(Host.substr(Host.find(':') + 1).c_str())));
	Where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	Socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(Socket, reinterpret_cast<const sockaddr*>(&Where), sizeof Where) != 0)
	{
		bIsDone = true;
		return;
	}
	std::size_t Done = 0;
	while (Done < Text.size())
	{
		const ssize_t Written = send(Socket, Text.data() + Done, Text.size() - Done, MSG_NOSIGNAL);
		if (Written <= 0)
		{
			bIsDone = true;
			return;
		}
		Done += static_cast<std::size_t>(Written);
	}
}

bool FProgram::IsAnswered()
{
	char Bytes[4096];
	while (!bIsDone)
	{
		const ssize_t Read = recv(Socket, Bytes, sizeof Bytes, MSG_DONTWAIT);
		if (Read < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		{
			return false;
		}
		bIsDone = Read <= 0;
		for (ssize_t At = 0; At < Read; ++At)
		{
			Answer.Add(Bytes[At]);
		}
	}
	return true;
}

FString FProgram::GetAnswer() const
{
	const std::string Text(Answer.GetData(), static_cast<std::size_t>(Answer.Num()));
	return FString(UTF8_TO_TCHAR(Text.c_str()));
}
} // namespace StandIn
